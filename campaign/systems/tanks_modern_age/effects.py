"""The vocabulary of effects: what a card, a platoon rule or a critical can do, as data.

An effect says what it does (`do`), how much (`value`), and when. A card's effects work while it lies face up, unless
`use` says otherwise. Every word here is read by the code named behind it, and by nothing else.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from campaign.rules.numbers import Whole

Verb = Literal[
    # values (values.py): value is added
    "initiative",
    "attack",  # attack dice of the model's own shots; never of machine guns against helicopters
    "enemy-attack",  # attack dice of shots at the model
    "defence",
    "capacity",
    "moves",
    "gain",  # the keyword named; with Missiles (X) possibly `against` helicopters only
    "lose",  # the keyword named
    # dice (decide/shot.py, values.py)
    "reroll-attack",  # up to value dice, of `faces` only if given
    "reroll-defence",
    "hits-from",  # attack dice hit from this face
    "criticals-from",
    "cancels-from",  # defence dice cancel from this face
    "machine-guns",  # value dice against helicopters instead of three
    "hit-to-critical",  # value hits; moment: rolled, uncancelled
    "critical-to-hits",  # one critical hit becomes two hits, when rolled
    "hits-to-critical",  # two uncancelled hits become one critical hit
    "side-shot",  # every shot of the model counts as a side shot
    "no-close-range",  # the close range of a shot at the model costs it nothing
    "volatile",  # the shooter may make the first uncancelled hit on the model a critical one
    # ammunition (decide/shooting.py, decide/shot.py, decide/moments.py); use is `discard`
    "rockets",  # value unmodified attack dice at the target and each tank close to it; base Defence only
    "smoke",  # instead of an attack: the target has `value` attack dice and counts as in cover, this turn
    "keep-ammo",  # used Ammo comes back; on `chance` or higher, or without chance if the attack scored no hit
    "substitute-ammo",  # may be discarded instead of an Ammo card
    # criticals (decide/criticals.py, decide/shot.py, decide/command.py, decide/moments.py)
    "kill-crew",  # give up value uncancelled hits: discard one crew card of the target
    "extra-criticals",  # the first critical (or, with every, each) draws `value` more cards; shooter drops `value`
    "choose-critical",  # for each critical on this model its side draws `value` more cards, and drops as many
    "take-critical",  # a friend's critical card is resolved on this model instead
    "cancel-critical",  # one of `criticals` has no effect; with redraw another card is drawn for it
    "reroll-repair",  # of one of `criticals`, or of any if none is named
    "retaliate",  # after taking damage: on `chance` or higher the shooter takes value damage
    # moments (decide/moments.py, decide/movement.py, decide/shooting.py, decide/setup.py, values.py)
    "second-attack",  # moment: no-hit (at any target), after-shot (value dice, same target), final-fury
    "extra-move",  # moment: end-of-move, after-shot, no-hit (its own attack left none), last (after all others)
    "change-elevation",  # moment: after-shot (on `chance` or higher), or "" : when stationary, without a token
    "drop-token",  # end of move: on `chance` or higher one Speed token less
    "repair-in-field",  # instead of moving: a repair roll, then a Speed 1 token
    "spot",  # once a turn a stationary Artillery tank may draw line of sight from this model
    "choose-phase",  # each turn one phase: Initiative +value there, `more` in the other
    "mark",  # after the model's shot: later shooters at the same target re-roll value attack dice this turn
    "redeploy",  # after deployment: value models may be deployed again
    "reserve",  # up to value tanks are held off, and come on at a later turn
    # rosters (roster.py); never during a battle
    "pair-same",  # two equal cards of `type` on one model
    "pair-different",  # two different cards of `type` on one model
]

Condition = Literal[
    # of the shot: `close` and so on are facts that were recorded when it was declared
    "close",  # shooter and target within one Measuring Arrow
    "far",
    "side",
    "with-missiles",  # the shot is a missile
    "without-missiles",
    "target-tank",
    "shooter-tank",
    "target-helicopter",
    "target-uncovered",
    "target-damaged",
    "target-armoured",  # base Defence 2 or more
    "target-slower",  # lower base Initiative than the shooter's
    "first-attack",
    "final-fury",  # the shooter has reached its Damage Capacity
    "covered",  # the card's model is the target and has cover
    "uncovered",
    # of the card's model on the table
    "stationary",  # no Speed token
    "moving",  # a Speed token
    "enemy-tank-close",
    "enemy-close",  # any enemy model within one Measuring Arrow
    "objective-close",
    "enemy-or-objective-close",
    "friend-far",  # no friendly model within one Measuring Arrow
    "concealed",  # stands, wholly or in part, in concealing terrain
    "unconcealed",
    "crippled",  # a critical card that could be repaired lies on it
    "own-loss",  # at least one own tank is destroyed
    "crew-3",  # at least three crew cards
]
Moment = Literal["", "rolled", "uncancelled", "no-hit", "after-shot", "final-fury", "end-of-move", "last"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect. when: all of these must hold for the model that it changes; owner_when: for the card's own model
    (p7 cards first).

    whom: of whose value it speaks; models: only of these types.

    use: "" works while the card is face up; `turned` only in the turn in which its owner turned it up for the effect;
    `discard` works once, when its owner gives the card up; `discard-other` when he gives up another card of the
    model (`type`: of crew, upgrade or any). per: the value counts once for each own tank destroyed.
    """

    do: Verb
    value: Whole = 0
    more: Whole = 0
    phase: Literal["", "movement", "shooting"] = ""
    when: tuple[Condition, ...] = ()
    owner_when: tuple[Condition, ...] = ()
    whom: Literal["self", "platoon", "close-friends", "others"] = "self"
    models: tuple[str, ...] = ()
    use: Literal["", "turned", "discard", "discard-other"] = ""
    per: Literal["", "own-loss"] = ""
    moment: Moment = ""
    chance: Annotated[int, Meta(ge=0, le=6)] = 0
    keyword: str = ""
    against: Literal["", "tank", "helicopter"] = ""
    criticals: tuple[str, ...] = ()
    faces: tuple[Whole, ...] = ()
    every: bool = False
    redraw: bool = False
    type: str = ""
    until_moved: bool = False
