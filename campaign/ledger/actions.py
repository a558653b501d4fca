"""What may be asked of a campaign. Dice are drawn only where the policy says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct, structs

from campaign.ledger.returns import Return
from campaign.rules.muster import AssetType

Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,59}$")]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Text = Annotated[str, Meta(max_length=200)]
Lines = Annotated[str, Meta(max_length=600)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
EDITION = 3
"""Of how actions are decided that name one, so that each is decided again as it was: 0 is that of diaries from before
there were any; 2 bounds what a return names, and lets nobody be wounded without an end; 3 counts wounds from the day on
which it was fought, lays a policy over the one in force, stops days only for what is new, and changes no type under its
machines; from 3 on nothing that is ordered stops the calendar, and the last day waits for what is being fought."""
SETTLING = 3
"""The edition with which nothing stops the calendar any more."""
Edition = Annotated[int, Meta(ge=0, le=EDITION)]


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all actions."""


# -- order of battle


class NewFormation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: Id
    name: Name
    side: str
    parent: str = ""


class NewPerson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """asset and post: where he serves. xp: that he brings; level and skills follow from the policy. text: a few lines
    about him."""

    id: Id
    name: Name
    side: str
    rank: Text = ""
    formation: str = ""
    asset: str = ""
    post: str = ""
    xp: Number = 0
    skills: tuple[str, ...] = ()
    text: Lines = ""


class NewAsset(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """stores: aboard; the basic load of its type if none are given."""

    id: Id
    name: Name
    type: str
    side: str
    formation: str = ""
    stores: Mapping[str, Number] | None = None
    damage: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class NewDepot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: Id
    name: Name
    side: str
    stores: Mapping[str, Number] = {}
    lift: Number = 0
    hours: Number = 0
    quality: Annotated[int, Meta(ge=-5, le=5)] = 0


class NewPool(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: Id
    name: Name
    side: str
    left: Number = 0
    xp: Number = 0
    rank: Text = ""
    names: tuple[Name, ...] = ()


class Enrol(Action, frozen=True, tag="enrol"):
    """The umpire adds to the order of battle: all of it or nothing. edition: see `EDITION`."""

    type: tuple[AssetType, ...] = ()
    formation: tuple[NewFormation, ...] = ()
    depot: tuple[NewDepot, ...] = ()
    pool: tuple[NewPool, ...] = ()
    asset: tuple[NewAsset, ...] = ()
    person: tuple[NewPerson, ...] = ()
    edition: Edition = 0


class Transfer(Action, frozen=True, tag="transfer"):
    """A person to a formation or to a post of an asset; an asset or a formation to a formation."""

    id: str
    to: str
    post: str = ""


class Promote(Action, frozen=True, tag="promote"):
    person: str
    rank: Name


class Rename(Action, frozen=True, tag="rename"):
    id: str
    name: Name


class Award(Action, frozen=True, tag="award"):
    person: str
    award: Name


class Disband(Action, frozen=True, tag="disband"):
    """Its people, assets and formations go to the one above."""

    formation: str
    edition: Edition = 0


class Discharge(Action, frozen=True, tag="discharge"):
    person: str
    why: Text = ""


# -- machines and stores


class Repair(Action, frozen=True, tag="repair"):
    """Begin to repair a damage, or a wreck (`wreck`), in the workshop of a depot ("": the side's best)."""

    asset: str
    damage: str
    depot: str = ""


class StopRepair(Action, frozen=True, tag="stop-repair"):
    asset: str
    damage: str


class Strip(Action, frozen=True, tag="strip"):
    """Cannibalise a damaged asset or a wreck for parts."""

    asset: str
    depot: str = ""


class WriteOff(Action, frozen=True, tag="write-off"):
    asset: str
    why: Text = ""


class Load(Action, frozen=True, tag="load"):
    """From a depot into an asset; without stores: up to its basic load."""

    asset: str
    depot: str = ""
    stores: Mapping[str, Number] = {}


class Unload(Action, frozen=True, tag="unload"):
    asset: str
    stores: Mapping[str, Number]
    depot: str = ""


class Carry(Action, frozen=True, tag="carry"):
    """Stores from one depot to another."""

    depot: str
    to: str
    stores: Mapping[str, Number]


class Issue(Action, frozen=True, tag="issue"):
    """The umpire lets new stores arrive."""

    depot: str
    stores: Mapping[str, Number]
    why: Text = ""


class Replace(Action, frozen=True, tag="replace"):
    """Fill an empty post from a pool ("": the first of the side with somebody left)."""

    asset: str
    post: str
    pool: str = ""


# -- time and battles


class Advance(Action, frozen=True, tag="advance"):
    """Let days pass. stop: end sooner, on the first day on which a scenario can be fought that could not before.
    edition: see `EDITION`."""

    days: Annotated[int, Meta(ge=1, le=400)] = 1
    stop: bool = False
    edition: Edition = 0


class Start(Action, frozen=True, tag="start"):
    """Begin a scenario with these assets. diary: of the battle, "" for one fought elsewhere. battle: its id.

    commitment: to its sealed dice, so that no other battle can be fought in its place.
    """

    node: str
    assets: tuple[str, ...]
    battle: Id
    diary: str = ""
    commitment: str = ""


class Cancel(Action, frozen=True, tag="cancel"):
    """A battle that was begun is not fought after all."""

    battle: str
    why: Text = ""


class Draft(Action, frozen=True, tag="draft"):
    """Keep a return that is not finished."""

    content: Return


class DropDraft(Action, frozen=True, tag="drop-draft"):
    battle: str


class GiveHalf(Action, frozen=True, tag="give-half"):
    """Say for one side what came of a battle at a real table: of its own, and what it claims of the others. A newer one
    takes the place of the older. side: "" for one's own; the umpire names one. edition: see `EDITION`."""

    content: Return
    side: str = ""
    edition: Edition = 0


class DropHalf(Action, frozen=True, tag="drop-half"):
    """Take back what a side said of a battle. side: as in `GiveHalf`."""

    battle: str
    side: str = ""


class File(Action, frozen=True, tag="file"):
    """File a return: all that follows from it, in one entry. content: the draft of the battle if none is given.

    head, seal: of the battle's diary, so that this chain vouches for it. edition: see `EDITION`.
    """

    battle: str
    content: Return | None = None
    head: int = 0
    seal: str = ""
    edition: Edition = 0


# -- the umpire


class Amend(Action, frozen=True, tag="amend"):
    """Set a field of a person, asset, depot, pool or side. field: `xp`, `status`, `stores.main`, `points` …

    edition: see `EDITION`.
    """

    id: str
    field: str
    value: Any
    reason: Name
    edition: Edition = 0


class SetPolicy(Action, frozen=True, tag="set-policy"):
    """text: a policy file over what is in force. edition: see `EDITION`."""

    text: str
    reason: Name
    edition: Edition = 0


class Score(Action, frozen=True, tag="score"):
    """Campaign victory points by word of the umpire."""

    side: str
    points: Annotated[int, Meta(ge=-10000, le=10000)]
    why: Name


class EndCampaign(Action, frozen=True, tag="end"):
    winner: str
    why: Name


class Contribute(Action, frozen=True, tag="contribute"):
    """Add a text of one's own to what the sealed dice are derived from."""

    text: Text


AnyAction = (
    Enrol | Transfer | Promote | Rename | Award | Disband | Discharge | Repair | StopRepair | Strip | WriteOff | Load
    | Unload | Carry | Issue | Replace | Advance | Start | Cancel | Draft | DropDraft | GiveHalf | DropHalf | File
    | Amend | SetPolicy | Score | EndCampaign | Contribute
)  # fmt: skip

KINDS = frozenset(one.__struct_config__.tag for one in get_args(AnyAction))
"""The words for all of them."""

UMPIRES = (
    Enrol, Issue, Amend, SetPolicy, Score, EndCampaign, Advance, Start, Cancel, Draft, DropDraft, File,
)  # fmt: skip
"""What concerns more than one side: only the umpire may ask for it. Without an umpire anybody may act as one."""


def of_today(action: Any) -> Any:
    """What somebody asks for now: decided as it is today, whatever edition he names."""
    return structs.replace(action, edition=EDITION) if isinstance(action, _WITH_EDITION) else action


_WITH_EDITION = (File, GiveHalf, Amend, Enrol, Disband, Advance, SetPolicy)
