"""How the text is read where it is silent, or can be read in several ways: each is a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from campaign.rules.readings import AnyReadings, asks


class Readings(AnyReadings, frozen=True):
    """See `campaign.rules.readings`; docs/rules/portable-wargame-modern.md names each beside its rule."""

    small_arms_v_tanks: Annotated[
        Literal["never-last", "no-effect"],
        asks(
            "Firing c",
            "What do small arms do to tanks?",
            "They do not destroy them; whether they do anything else is open.",
            "they never take the last point",
            "nothing",
        ),
    ] = "never-last"
    close_front: Annotated[
        Literal["three", "one"],
        asks(
            "Close Combat a, b",
            "How wide is the front of a unit?",
            "It speaks of front and rear, and not of how many edges each has.",
            "three edges",
            "the edge that is faced",
        ),
    ] = "three"
    wood_and_cover: Annotated[
        Literal["once", "twice"],
        asks(
            "Woods",
            "Does a wood help twice in close combat?",
            "Woods give a point of their own, and are cover as well.",
            "no",
            "yes, as a wood and as cover",
        ),
    ] = "once"
    initiative_ties: Annotated[
        Literal["again", "first-side"],
        asks(
            "Dicing a",
            "Who goes first where the dice are equal?",
            "The higher die goes first; of equal dice it says nothing.",
            "the dice are thrown again",
            "the first side of the scenario",
        ),
    ] = "again"
    machine_guns: Annotated[
        Literal["each-die", "one-hit"],
        asks(
            "Firing l",
            "How often do several dice of one weapon hit?",
            "Some weapons throw several dice; it does not say whether each is a hit.",
            "each die that hits is a hit",
            "all together are one hit",
        ),
    ] = "each-die"
    guns_into_cover: Annotated[
        Literal["direct", "indirect"],
        asks(
            "Artillery Fire, over units",
            "Do guns that fire directly fire into cover?",
            "Guns fire into cover anywhere; only some of them fire indirectly.",
            "yes, with 1 off",
            "no: it is indirect fire",
        ),
    ] = "direct"
    same_target: Annotated[
        Literal["hex", "unit"],
        asks(
            "Artillery Fire, +1 same target",
            "What is the same target as last turn?",
            "It says target, where hexes are targets and units are hit.",
            "the same hex",
            "the same unit",
        ),
    ] = "hex"
    units_block: Annotated[
        Literal["fire", "nothing"],
        asks(
            "Artillery Fire, over units",
            "Do units in between block fire?",
            "It says who fires over units, and not what they are to others.",
            "yes",
            "no",
        ),
    ] = "fire"
    exhaustion: Annotated[
        Literal["turn-end", "at-once"],
        asks(
            "Exhaustion Point",
            "When is a side exhausted?",
            "It is checked as the last step of a turn; and reached when so much is lost.",
            "at the end of the turn",
            "at once",
        ),
    ] = "turn-end"
    exhausted_assaults: Annotated[
        bool,
        asks(
            "Exhaustion Point",
            "Does an exhausted side start close combats?",
            "It takes no more aggressive action, and may defend its positions.",
        ),
    ] = False
    trench: Annotated[
        Literal["arrival", "always"],
        asks(
            "Trenches",
            "How long is a unit in a trench crossing it?",
            "Crossing takes two turns, without fire and with 1 off; and a trench is a fortification.",
            "in the turn in which it arrives",
            "as long as it is there",
        ),
    ] = "arrival"
    mines_under_units: Annotated[
        bool,
        asks(
            "Engineers",
            "Are mines laid where a unit stands?",
            "It says how long laying takes, and nothing of units there.",
        ),
    ] = False
    further_commanders: Annotated[
        Literal["units", "nobody"],
        asks(
            "Dicing d, e", "What are commanders beyond the first when dice are counted?",
            "One die is the commander's, others go by the number of other units.",
            "units like others", "nobody",
        ),
    ] = "units"  # fmt: skip
    shell_on_own_gun: Annotated[
        Literal["hit", "nothing"],
        asks(
            "Artillery Fire, die",
            "What does a shell do that falls short of a target next to its gun?",
            "It lands in the hex before the target, which is the gun's own.",
            "it hits all who are there",
            "nothing",
        ),
    ] = "hit"
    withdrawal: Annotated[
        Literal["every-front", "other-fronts"],
        asks(
            "Movement h",
            "Before whose front may nobody withdraw?",
            "Who withdraws enters no hex before an enemy's front; it does not say whether that of who faces it counts.",
            "any enemy's",
            "that of enemies who do not face it",
        ),
    ] = "every-front"
    bombardment: Annotated[
        Literal["enemies", "any-hex"],
        asks(
            "Artillery Fire, target", "At which hexes do batteries fire?",
            "A hex is the target; it does not say whether an enemy must stand there.",
            "those in which an enemy stands", "any but their own",
        ),
    ] = "enemies"  # fmt: skip
