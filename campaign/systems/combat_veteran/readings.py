"""How the text is read where it leaves something open: each is a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from campaign.rules.readings import AnyReadings, asks

Declaring = Literal["each", "all"]
Breakdown = Literal["doubled", "printed"]
HalfOf = Literal["printed", "doubled"]
Scars = Literal["worse", "added"]


class Readings(AnyReadings, frozen=True):
    """See `campaign.rules.readings`; docs/rules/combat-veteran.md names each beside its rule."""

    misadventure: Annotated[
        bool,
        asks(
            "9.5 g",
            "Has an attack that has no dice left a last die?",
            "Misadventure is a rule of the base game, which is not at hand: a reconstruction.",
        ),
    ] = False
    declaring: Annotated[
        Declaring,
        asks(
            "7.8", "How is fire declared at a vehicle that enters a hex?",
            "The vehicle turns once fire at it is declared; whether all of it, or the first attack, is open.",
            "one attack after the other; the vehicle turns at the first", "all of it before the vehicle turns",
        ),
    ] = "all"  # fmt: skip
    breakdown: Annotated[
        Breakdown,
        asks(
            "8.13", "Which cost of a hex must a speeding vehicle's die reach?",
            "The die is held against the vehicle's move cost; obstacles to sight cost a vehicle twice as much.",
            "what the vehicle pays", "what the chart has, not doubled",
        ),
    ] = "doubled"  # fmt: skip
    half_of: Annotated[
        HalfOf,
        asks(
            "9.0", "Of what must a speeding vehicle have moved less than half to attack?",
            "Less than half of its allowance; whether speed doubles that too is open.",
            "of the printed value", "of twice the printed value",
        ),
    ] = "printed"  # fmt: skip
    scar_terrain: Annotated[
        Scars,
        asks(
            "6.0", "What does the hex of a write-off take from attacks where its terrain takes dice too?",
            "The hex becomes terrain of -2; whether in place of what is there or besides is open.",
            "the worse of both", "both together",
        ),
    ] = "worse"  # fmt: skip
    breakdown_order: Annotated[
        Literal["before-fire", "after-fire"],
        asks(
            "8.13", "Does a speeding vehicle's die come before the fire into the hex that it enters?",
            "A die for each hex, and it stops there at once; of fire as it enters nothing is said.",
            "yes, and who breaks down can no longer turn", "no, after it, if it still speeds",
        ),
    ] = "before-fire"  # fmt: skip
    wrecks_crowd: Annotated[
        bool,
        asks(
            "4.0",
            "Do wrecks count among the eight vehicles of a crowd?",
            "Eight vehicles in a hex; a wreck is the other side of a vehicle's piece, and goes on lying there.",
        ),
    ] = False
    crowd_of: Annotated[
        Literal["both", "target"],
        asks(
            "4.0", "Whose pieces make a crowd?",
            "It counts the vehicles of the hex, and says nothing of sides.",
            "those of both sides", "those of the side that is attacked",
        ),
    ] = "both"  # fmt: skip
    crowd_die: Annotated[
        Literal["always", "like-others"],
        asks(
            "4.0", "Is the die for a crowd of vehicles there where the rest comes to less than nothing?",
            "An attack is always entitled to it; whether that is a die in the end or one more in the sum is open.",
            "yes, on top of nothing", "no, it is one die of the sum",
        ),
    ] = "always"  # fmt: skip
    repairs: Annotated[
        Literal["together", "one-by-one"],
        asks(
            "6.0", "When are the dice for repairs rolled?",
            "A marker of each damaged vehicle is nominated, and then a die for each is rolled.",
            "when all are nominated", "for each vehicle as soon as it is nominated",
        ),
    ] = "together"  # fmt: skip
    stance_ends: Annotated[
        Literal["next-movement", "phase"],
        asks(
            "7.0", "How long does a vehicle maneuver or speed?",
            "The marker remains through the whole movement; when it is taken off again is not said.",
            "until its side's next Movement Phase", "until the end of this Movement Phase",
        ),
    ] = "next-movement"  # fmt: skip
    stopped_pivots: Annotated[
        bool,
        asks(
            "9.7",
            "May a vehicle that had to stop still turn?",
            "It stops for the rest of the phase; pivots cost nothing, and are open to vehicles that do not move.",
        ),
    ] = True
    walk_after_ride: Annotated[
        bool,
        asks(
            "8.2",
            "May a soldier who rode or got off still walk in this phase?",
            "Carrying costs the vehicle nothing; of the movement of who is carried nothing is said.",
        ),
    ] = False
    board_later: Annotated[
        bool,
        asks(
            "8.2",
            "May a soldier who has moved go aboard when another piece has begun to move since?",
            "A vehicle carries what it is stacked with; whether boarding is a part of who moved is not said.",
        ),
    ] = False
    afloat_effect: Annotated[
        Literal["replaces", "added"],
        asks(
            "8.5", "What of the hex counts besides the 3 dice against who is afloat?",
            "The effect against them in water is +3; whether with that of the terrain or a write-off is open.",
            "nothing else", "terrain and write-offs, too",
        ),
    ] = "replaces"  # fmt: skip
    fords: Annotated[
        Literal["whole", "rest"],
        asks(
            "8.5", "What does entering a river take of who does not swim?",
            "All of the movement; whether nothing may have been spent before is open.",
            "the whole of it: nothing may be spent before", "whatever is left of it",
        ),
    ] = "whole"  # fmt: skip
    halving: Annotated[
        Literal["damage-first", "maneuver-first"],
        asks(
            "8.12", "Which halving of a rating comes first?",
            "Damage halves up, a maneuvering target down; of both together nothing is said.",
            "that of the attacker's damage", "that of the maneuvering target",
        ),
    ] = "damage-first"  # fmt: skip
    maneuver_lasts: Annotated[
        bool,
        asks(
            "8.12",
            "Does a vehicle that began maneuvering keep to one hex when damage has taken the marker?",
            "Damage takes the marker off at once; whether it frees the vehicle to go on is not said.",
        ),
    ] = True
    defence: Annotated[
        Literal["phase", "hex"],
        asks(
            "9.0", "How often does a rating fire in a Movement Phase of the enemy?",
            "A vehicle attacks with each of its ratings; how often in defence is a base rule that is not at hand.",
            "once", "once into each hex that is entered",
        ),
    ] = "phase"  # fmt: skip
    fire_within: Annotated[
        bool,
        asks(
            "9.5 d",
            "May pieces in one hex fire at each other?",
            "Close Combat is named among the conditions; what it does to an attack is a base rule not at hand.",
        ),
    ] = True
    within_hex: Annotated[
        Literal["flank", "front"],
        asks(
            "9.5 o", "Is an attack from within the hex one in the flank?",
            "Flank is what does not cross the two sides in front; from within no side is crossed.",
            "yes", "no",
        ),
    ] = "flank"  # fmt: skip
    corner_line: Annotated[
        Literal["front", "flank"],
        asks(
            "9.5 o", "Is a line that enters by the corner between a front side and another a flank?",
            "It asks which sides the line crosses; one through a corner touches both.",
            "no, it crosses both", "yes, it crosses neither",
        ),
    ] = "front"  # fmt: skip
    armor_covers: Annotated[
        Literal["friends", "all"],
        asks(
            "9.5 note", "Whom does a vehicle's armor cover?",
            "Any other pieces in its hex; whether enemies there, too, is open.",
            "pieces of its side", "enemies, too",
        ),
    ] = "friends"  # fmt: skip
    armor_sums: Annotated[
        Literal["best", "added"],
        asks(
            "9.5 note", "What does the armor of several vehicles in a hex come to?",
            "Each takes dice from attacks on the others; of several together nothing is said.",
            "the best of them", "all together",
        ),
    ] = "best"  # fmt: skip
    weapon_captures: Annotated[
        bool,
        asks(
            "9.7",
            "Does a weapon that lies in the hex take an enemy's unmanned vehicle?",
            "Any enemy piece in its hex does; a weapon is a piece, and needs a soldier to use it.",
        ),
    ] = False
    fires_aboard: Annotated[
        bool,
        asks(
            "3.2",
            "May a soldier fire from aboard a vehicle?",
            "Friends are carried; what those aboard may do is a base rule that is not at hand.",
            "yes, while the vehicle has moved less than half its allowance", "no",
        ),
    ] = False  # fmt: skip
    collateral: Annotated[
        Literal["soldiers", "pieces"],
        asks(
            "9.9", "Whom does collateral damage aim at?",
            "Pieces of the target's side in its hex that are no vehicles; whether weapons lying there are, is open.",
            "soldiers", "weapons that lie there, too: what wounds a soldier destroys them",
        ),
    ] = "soldiers"  # fmt: skip
    foot_crowd: Annotated[
        Literal["pieces", "soldiers", "all"],
        asks(
            "9.5 h", "Which pieces in their hex make a crowd for soldiers?",
            "Overstacking is a condition; how many of what it takes on foot is a base rule that is not at hand.",
            "vehicles and soldiers", "soldiers alone", "vehicles, soldiers, and weapons that lie there",
        ),
    ] = "pieces"  # fmt: skip
    speed_fords: Annotated[
        bool,
        asks(
            "8.5",
            "May a speeding vehicle that does not swim enter a river?",
            "Entering it takes the whole movement; whether that may be the doubled one of who speeds is open.",
            "yes, for all of the doubled movement", "no",
        ),
    ] = False  # fmt: skip
    close_armor: Annotated[
        Literal["best", "added"],
        asks(
            "10.0", "Which armor comes off the other side's total in close combat?",
            "The full armor of a vehicle there does; of several vehicles nothing is said.",
            "the best of them", "all together",
        ),
    ] = "best"  # fmt: skip
    close_losses: Annotated[
        Literal["one", "margin"],
        asks(
            "10.0", "How many pieces does the loser of a close combat lose?",
            "Its results are a base rule that is not at hand.",
            "its least", "as many as the totals differ by, the least first",
        ),
    ] = "one"  # fmt: skip
    close_ties: Annotated[
        Literal["nothing", "both"],
        asks(
            "10.0", "What does a tie in close combat do?",
            "Its results are a base rule that is not at hand.",
            "nothing", "each side loses its least piece",
        ),
    ] = "nothing"  # fmt: skip
