"""From an action to the function that refuses it, on what its side knows, and the one that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.asking import answered
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import (
    activation,
    air,
    airdefence,
    airstrikes,
    command,
    counterbattery,
    engineers,
    fire,
    indirect,
    landing,
    mines,
    movement,
    multiples,
    opportunity,
    overrun,
    regroup,
    setup,
    shapes,
    transport,
    warfare,
)
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.questions import questions

BY_ACTION: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Begin: setup.begin,
    a.Place: setup.place,
    a.LineUp: setup.line_up,
    a.Ready: setup.ready,
    a.Ambush: opportunity.ambush,
    a.StandingOrder: opportunity.standing_order,
    a.Watch: opportunity.watch,
    a.Pass: activation.pass_,
    a.EndActivation: activation.end,
    a.Fire: fire.fire,
    a.Join: fire.join,
    a.Resolve: fire.resolve,
    a.HoldFire: opportunity.hold,
    a.Button: landing.button,
    a.StartMove: movement.start,
    a.Move: movement.move,
    a.Exit: movement.exit_map,
    a.EndMove: movement.end_move,
    a.FormColumn: shapes.form_column,
    a.LeaveColumn: shapes.leave_column,
    a.TakeDefilade: shapes.take_defilade,
    a.Mount: transport.mount,
    a.Dismount: transport.dismount,
    a.OverrunFire: overrun.fire,
    a.Stay: overrun.stay,
    a.Leave: movement.leave,
    a.Regroup: regroup.regroup,
    a.LayMines: mines.lay,
    a.Labour: engineers.labour,
    a.Give: command.give,
    a.RadioSilence: command.silence,
    a.Jam: warfare.jam,
    a.Listen: warfare.listen,
    a.Announce: warfare.announce,
    a.Bombard: indirect.bombard,
    a.CallOff: indirect.call_off,
    a.Multiply: multiples.multiply,
    a.Displace: counterbattery.displace,
    a.Counter: counterbattery.counter,
    a.PlotAirstrike: air.plot,
    a.CancelAirstrike: air.cancel,
    a.HoldAirFire: airdefence.hold,
    a.EnterMap: air.enter,
    a.Fly: air.fly,
    a.LeaveMap: air.leave,
    a.Acquire: airstrikes.acquire,
    a.Bomb: airstrikes.bomb,
    a.Strafe: airstrikes.strafe,
    a.Launch: airstrikes.launch,
}
VERIFY: Mapping[type[Any], Callable[[Play, str, Any], object]] = {
    a.Place: setup.verify_placed,
    a.LineUp: setup.verify_line_up,
    a.Ambush: opportunity.verify_ambush,
    a.StandingOrder: opportunity.verify_order,
    a.Watch: opportunity.verify_watch,
    a.Pass: activation.verify_pass,
    a.Fire: fire.verify_fire,
    a.Join: fire.verify_join,
    a.Button: landing.verify_button,
    a.StartMove: movement.verify_start,
    a.Move: movement.verify_move,
    a.Exit: movement.verify_exit,
    a.EndMove: movement.verify_end_move,
    a.FormColumn: shapes.verify_form_column,
    a.LeaveColumn: shapes.verify_leave_column,
    a.TakeDefilade: shapes.verify_take_defilade,
    a.Mount: transport.verify_mount,
    a.Dismount: transport.verify_dismount,
    a.OverrunFire: overrun.verify_fire,
    a.Stay: overrun.verify_stay,
    a.Leave: movement.verify_leave,
    a.Regroup: regroup.verify_regroup,
    a.LayMines: mines.verify_lay,
    a.Labour: engineers.verify_labour,
    a.Give: command.verify_give,
    a.RadioSilence: command.verify_silence,
    a.Jam: warfare.verify_jam,
    a.Listen: warfare.verify_listen,
    a.Announce: warfare.verify_announce,
    a.Bombard: indirect.verify_bombard,
    a.CallOff: indirect.verify_call_off,
    a.Multiply: multiples.verify,
    a.Displace: counterbattery.verify_displace,
    a.Counter: counterbattery.verify,
    a.PlotAirstrike: air.verify_plot,
    a.CancelAirstrike: air.verify_cancel,
    a.HoldAirFire: airdefence.verify_hold,
    a.EnterMap: air.verify_enter,
    a.Fly: air.verify_fly,
    a.LeaveMap: air.verify_leave,
    a.Acquire: airstrikes.verify_acquire,
    a.Bomb: airstrikes.verify_bomb,
    a.Strafe: airstrikes.verify_strafe,
    a.Launch: airstrikes.verify_launch,
}
"""What refuses an action; the others are never refused where they are asked for."""
ACTING = (a.Fire, a.StartMove, a.Labour, a.Jam)
ORDERS = (a.StandingOrder, a.Watch)
KINDS: Mapping[str, tuple[type[Any], ...]] = {
    "begin": (a.Begin,),
    "setup": (a.Place, a.LineUp, a.Ready, a.Ambush, a.LayMines, *ORDERS),
    "orders": (a.Give, a.RadioSilence, a.Ambush, a.Ready),
    "activation": (*ACTING, *ORDERS, a.Ambush, a.Pass),
    "formation": (*ACTING, a.EndActivation),
    "attack": (a.Join, a.Resolve),
    "button": (a.Button,),
    "opportunity": (a.Fire, a.HoldFire),
    "overwatch": (a.Fire, a.HoldFire),
    "move": (
        a.Move, a.FormColumn, a.LeaveColumn, a.TakeDefilade, a.Mount, a.Dismount, a.Fire, a.Exit, a.EndMove,
    ),
    "overrun": (a.OverrunFire,),
    "stay": (a.Stay, a.Leave),
    "listen": (a.Listen, a.Ready),
    "announce": (a.Announce,),
    "indirect": (
        a.Bombard, a.CallOff, a.Multiply, a.Displace, a.PlotAirstrike, a.CancelAirstrike, a.HoldAirFire, a.Ready,
    ),
    "counterbattery": (a.Counter, a.Ready),
    "flight": (a.EnterMap, a.Fly, a.LeaveMap, a.Acquire, a.Bomb, a.Strafe, a.Launch),
    "regroup": (a.Regroup, a.Ready),
}  # fmt: skip
"""Which actions answer which question (`Pending.kind`)."""


def verify(play: Play, side: str, action: a.AnyAction) -> None:
    """Raises Refused unless a side may do that. play: as it knows the battle (20.43)."""
    verify_asked(play, side, action)
    if (check := VERIFY.get(type(action))) is not None:
        check(play, side, action)


def decide(play: Play, side: str, action: a.AnyAction) -> None:
    """Tell the events of an action that is not refused, and of what follows until somebody is asked."""
    BY_ACTION[type(action)](play, side, action)
    settle(play)


def verify_asked(play: Play, side: str, action: a.AnyAction) -> None:
    """Raises Refused unless this side is asked for such an action (20.63)."""
    if isinstance(action, a.LineUp) and play.state.turn and play.state.verdict is None:
        raise Refused("The order of columns stands once the first turn has begun.", "20.63", where="$.kind")
    answered(play.state, questions(play), side, action, KINDS, "4.1", "20.5")
