"""How the text is read where it contradicts itself, or can be read in several ways: each is a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from campaign.rules.readings import AnyReadings, asks


class Readings(AnyReadings, frozen=True):
    """See `campaign.rules.readings`; docs/rules/mechwar-4.md names each beside its rule."""

    column_road: Annotated[
        Literal["half", "one"],
        asks(
            "8.1",
            "What does a hex of road cost in column?",
            "It asks a point in column for a side with a road; the examples count half a point.",
            "half a point",
            "a whole point",
        ),
    ] = "half"
    infantry_assault: Annotated[
        Literal["first", "last"],
        asks(
            "6.45",
            "How far does infantry attack vehicles?",
            "The example has it at 0 and 1 hex, with 3 off at 1; its last sentence speaks of 2.",
            "at 0 and 1 hex, with 3 off at 1",
            "up to 2 hexes, with 3 off at 2",
        ),
    ] = "first"
    rifles_v_protected: Annotated[
        bool,
        asks(
            "6.10",
            "Do rifles suppress protected targets, too?",
            "Hard and protected targets may be fired at; then it marks hard ones alone.",
        ),
    ] = True
    third_loss: Annotated[
        Literal["one-or-two", "two-or-none"],
        asks(
            "19.812",
            "What does a third loss raise the panic level by?",
            "Two levels on 1 to 5; of a 6 it says nothing, and the losses before had a level for certain.",
            "one level, and a second on 1 to 5",
            "two levels on 1 to 5, else none",
        ),
    ] = "one-or-two"
    night_panic: Annotated[
        Literal["checks", "all"],
        asks(
            "19.75",
            "Which panic dice does night change?",
            "It takes so much off panic dice, and says nothing of those that remove panic.",
            "checks to fire and to move",
            "removal, too",
        ),
    ] = "checks"
    direct_howitzers_v_soft: Annotated[
        Literal["personnel", "armour"],
        asks(
            "6.43",
            "On which table do howitzers fire directly at soft targets?",
            "6.43 names one table for all; 7.6 has soft targets on the anti-personnel table.",
            "the anti-personnel table",
            "that of armour",
        ),
    ] = "personnel"
    howitzers_least: Annotated[
        Literal["losses", "all"],
        asks(
            "7.16",
            "What do howitzers never fall below 1 by?",
            "It says so of losses; the example of 6.45 takes suppression off afterwards.",
            "losses alone; suppression comes off after that",
            "losses and suppression",
        ),
    ] = "all"
    offboard_needs_spotter: Annotated[
        bool,
        asks(
            "14.13",
            "Must somebody see what off-board guns fire at?",
            "14.13 asks for a spotted hex unless a scenario permits more; 5.4 lets units call them on any hex.",
        ),
    ] = False
    guns_need_spotter: Annotated[
        bool,
        asks(
            "5.4",
            "Must somebody see what guns on the map fire at?",
            "5.4 asks for a spotter unless a scenario permits more; unspotted fire has dice of its own (7.11).",
        ),
    ] = False
    loose_v_soft: Annotated[
        Literal["half", "whole"],
        asks(
            "7.6",
            "Is a loose pattern halved against soft targets?",
            "7.6 has soft targets hit alike by tight and loose patterns; 7.21 halves a loose one.",
            "as against all others",
            "it is not",
        ),
    ] = "half"
    support_delay: Annotated[
        Literal["none", "one-turn"],
        asks(
            "7.7",
            "When does a strike fall?",
            "7.7 plots it a turn ahead; 15.0 in the phase in which it falls.",
            "in the phase in which it is planned",
            "a turn later",
        ),
    ] = "none"
    bombs_v_armour: Annotated[
        Literal["support", "indirect"],
        asks(
            "15.41",
            "How are bombs read against armour?",
            "15.41 makes them indirect fire with an H factor; 15.24 has armour on the column of +8.",
            "as close support, and nobody buttons up",
            "as indirect fire with their H factor",
        ),
    ] = "support"
    helicopters_observe: Annotated[
        Literal["aloft", "level"],
        asks(
            "17.22",
            "What does a helicopter observe?",
            "It says over what they see to fire, not over what they observe.",
            "over what is low, too",
            "only what is in its line of sight",
        ),
    ] = "aloft"
    helicopters_answer: Annotated[
        Literal["aloft", "level"],
        asks(
            "17.22",
            "Do helicopters answer over what is low, and are they answered there?",
            "It says over what they fire, not whether opportunity fire is meant.",
            "yes",
            "only in a clear line of sight",
        ),
    ] = "level"
    mines_v_soft: Annotated[
        Literal["armour", "personnel"],
        asks(
            "16.12",
            "On which table do mines attack soft units?",
            "Target types count for nothing, and all are equally vulnerable; the table is not named.",
            "the same as everybody",
            "the anti-personnel table",
        ),
    ] = "armour"
    passing: Annotated[
        Literal["final", "hands-over"],
        asks(
            "8.23",
            "Is a pass final?",
            "8.23 lets nobody move who has passed; 8.0 has the players go on in turns.",
            "for this turn",
            "only once it answers a pass that answered one",
        ),
    ] = "final"
    devastation: Annotated[
        Literal["adds", "best"],
        asks(
            "7.19",
            "Does devastation add to the cover of its town?",
            "7.19 takes one more off the die; 10.25 has only the best cover count.",
            "it adds",
            "the better of the two counts",
        ),
    ] = "adds"
    initiative_tie: Annotated[
        Literal["again", "first-side"],
        asks(
            "4.2",
            "Who is first where sums and panic levels are equal?",
            "It settles equal sums by the panic level, and says nothing of equal levels.",
            "the dice are thrown again",
            "the first side of the scenario",
        ),
    ] = "again"
    low_obstacles: Annotated[
        Literal["sighter", "either"],
        asks(
            "10.41",
            "Who looks over a low obstacle?",
            "Who sights from above ignores it; of who looks back it says nothing.",
            "who stands above it",
            "both, if either does",
        ),
    ] = "sighter"
    along_hexside: Annotated[
        Literal["either", "both"],
        asks(
            "5.11",
            "What blocks a line along a side?",
            "A side that is covered wholly or in part blocks; a line along one has a hex on either hand.",
            "either hex",
            "only both hexes",
        ),
    ] = "either"
    level_with_cover: Annotated[
        Literal["nearer", "blocks"],
        asks(
            "5.11",
            "Does cover as high as the higher unit block?",
            "It hides completely at the height of who sights; 10.44 judges by which of the two is nearer.",
            "if it is nearer to the lower",
            "always",
        ),
    ] = "nearer"
    downhill: Annotated[
        Literal["clear", "nearer"],
        asks(
            "5.11",
            "Does ground that falls with every hex hide anything?",
            "It lets a continuous slope be looked down; 10.44 has no such exception.",
            "no",
            "as 10.44 has it",
        ),
    ] = "clear"
    smoke_sight: Annotated[
        Literal["woods", "blocks"],
        asks(
            "18.11",
            "How does smoke hide?",
            "It is treated like woods; and no line is traced through it.",
            "like woods, a level high",
            "nobody looks through it, from wherever",
        ),
    ] = "woods"
    rally: Annotated[
        Literal["one-level", "all"],
        asks(
            "19.813",
            "How far does a company calm down that rallies?",
            "Its level is adjusted as it rallies; by how much is not said.",
            "by a level",
            "wholly",
        ),
    ] = "one-level"
    jammed_checks: Annotated[
        Literal["morale", "panic"],
        asks(
            "19.917",
            "Which dice does jamming take one off?",
            "One comes off what it calls morale panic level checks.",
            "checks of morale",
            "panic dice",
        ),
    ] = "morale"
    firefights: Annotated[
        int,
        Meta(ge=1, le=99),
        asks(
            "12", "How many firefights does an overrun have at the most?",
            "It sets no limit, and each may do nothing: a house rule.",
        ),
    ] = 6  # fmt: skip
    firefights_counted: Annotated[
        Literal["row", "move", "turn"],
        asks(
            "12",
            "Which firefights count towards that limit?",
            "It lets the overrunner leave and move on, and any unit overrun that has not moved: a house rule.",
            "those in a row; who comes back begins anew",
            "all of a unit in one hex, also if it leaves and comes back",
            "all of a side's units in one hex in a turn",
        ),
    ] = "row"
    helicopters_hold: Annotated[
        Literal["always", "free", "never"],
        asks(
            "20.5",
            "Does a helicopter take a place that it flies to?",
            "It counts places that are held; by 17.12 a helicopter flies over an enemy whom it does not fight.",
            "yes, whoever is below",
            "where no enemy is on the ground",
            "no; who gets down from it does",
        ),
    ] = "always"
