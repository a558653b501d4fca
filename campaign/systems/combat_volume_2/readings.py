"""How the rules are read where the text leaves something open: each a setting of a battle."""

from __future__ import annotations

from typing import Annotated, Literal

from campaign.rules.readings import AnyReadings, asks


class Readings(AnyReadings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """See `docs/rules/combat-volume-2.md`."""

    smoke_blocks: Annotated[
        Literal["reached", "beyond"],
        asks(
            "29.5",
            "When does smoke block a line of sight?",
            "The rule says more than twice the quality, the example blocks at exactly twice.",
            "at twice the quality or more",
            "beyond twice the quality",
        ),
    ] = "reached"
    leadership: Annotated[
        Literal["all-checks", "morale-checks"],
        asks(
            "31.10.9",
            "To which checks of his crew does a commander's leadership count?",
            "The rule names checks of morale alone, the example adds it to a driver's and a gunner's quality checks.",
            "to all of them",
            "to checks of morale",
        ),
    ] = "all-checks"
    beside_hollows: Annotated[
        Literal["seen", "as-printed"],
        asks(
            "27.8",
            "Does somebody next to a depression see who is in it?",
            "The sentence says that men in it are seen unless they lie low or the other one is next to them.",
            "yes, even who lies low",
            "no, not even who stands up",
        ),
    ] = "seen"
    berserk_at_medics: Annotated[
        Literal["friendly", "as-printed"],
        asks(
            "30.1",
            "At whose medics do enemies who are berserk fire more readily?",
            "The last sentence on the friendly medic says: at the enemy's.",
            "at the player's: neither 2 nor 3 is added to their check",
            "at nobody's: at the player's they check as all others do",
        ),
    ] = "friendly"
    fire_blocks: Annotated[
        Literal["wholly", "as-smoke"],
        asks(
            "29.2",
            "Does a fire block lines of sight through its hex?",
            "The rule says that the marker counts as one of the smokes and blocks; smoke itself only hampers.",
            "yes, whatever one's quality",
            "no more than its smoke does",
        ),
    ] = "wholly"
    enemy_cards: Annotated[
        Literal["at-once", "on-activation"],
        asks(
            "23.5",
            "When are the enemy's cards drawn?",
            "All before the first impulse; by an optional rule one for each team's initiative, and a man's own only "
            "when his team acts or he is shot at.",
            "all of them before the first impulse",
            "a man's when his team acts or he is shot at",
        ),
    ] = "at-once"
    marker_helps: Annotated[
        Literal["wholly", "halves"],
        asks(
            "31.8",
            "What does a comrade's marker do for a crewman who looks out of a closed hatch?",
            "31.8 says that it makes 2 into 1, 31.7.3 and the example that nothing is taken off.",
            "nothing is taken off",
            "1 is taken off",
        ),
    ] = "wholly"
    inside: Annotated[
        Literal["hide-and-rally", "hide"],
        asks(
            "31.8",
            "Under which orders is a man inside in spite of an open hatch?",
            "31.8 says under Hide or Rally, 31.10.31 and 31.10.8 name Hide alone.",
            "under Hide and Rally",
            "under Hide",
        ),
    ] = "hide-and-rally"
    cupola: Annotated[
        Literal["by-calibre", "spared"],
        asks(
            "31.10.8",
            "What do shells between the printed calibres, and shaped charges, do to a half-track's cupola?",
            "Named are AP up to 37 mm and HE from 75 mm.",
            "greater AP and shaped charges destroy it, lesser HE wounds",
            "nothing",
        ),
    ] = "by-calibre"
    blast_rating: Annotated[
        Literal["dice", "face"],
        asks(
            "31.9.4",
            "Of a gun's blast and frag, which is the number of dice, and which the number that hits?",
            "The rule rolls as many dice as the blast, and the frag hits; the example calls four dice the frag and a "
            "three the blast.",
            "four dice and a three, whatever they are called",
            "as many dice as the example's blast, three, of which its frag hits, four",
        ),
    ] = "dice"
    tank_targets: Annotated[
        Literal["exposed", "open-hatch"],
        asks(
            "31.10",
            "When is an AFV of the player's a target for an enemy's small arms?",
            "If the AFV sees a friendly crewman with an open hatch, which can only be a slip of the pen.",
            "if he sees a crewman in an open hatch whom he may fire at",
            "if any of its hatches is open, be the man in it behind armour to him or not",
        ),
    ] = "exposed"
    codriver_slot: Annotated[
        Literal["half-track", "afv-alone"],
        asks(
            "31.10.8",
            "Whose is the co-driver's vision slot?",
            "The driver's is marked as the half-track's, the co-driver's as an AFV's.",
            "the half-track's, as the driver's is",
            "an AFV's alone: there nothing comes of it on a half-track",
        ),
    ] = "half-track"
    heat_stops: Annotated[
        bool,
        asks(
            "31.10.8",
            "Does a shaped charge that hits the suspension stop a vehicle?",
            "AP and HE are named, a shaped charge is not.",
        ),
    ] = True
