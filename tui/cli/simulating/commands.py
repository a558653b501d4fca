"""Commands that fight a battle many times over: of a scenario, or of a campaign as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from campaign.headquarters import Headquarters
from campaign.reports.making import of_simulation
from campaign.rules.options import Setting
from campaign.rules.refused import Refused
from campaign.simulation.answers import Comparison, Setup, Simulation
from tui.cli import output, reports
from tui.cli.app import NOBODY, CampaignId, Common, app, campaign, door
from tui.cli.battles import printing as battle_printing
from tui.cli.battles.opening import options_of, scenario_of
from tui.cli.campaign.common import For, room, whole
from tui.cli.simulating import printing
from tui.cli.simulating.wishes import USUAL, Wishes, bots_of, changed, progress

Options = Annotated[
    list[str] | None,
    Parameter(help="NAME=VALUE, as `wardiary scenario` lists them. May be repeated.", negative=""),
]


@app.command
def simulate(
    scenario: str,
    *,
    wishes: Wishes = USUAL,
    option: Options = None,
    system: str | None = None,
    common: Common = NOBODY,
) -> int:
    """Let bots fight a scenario many times, on all cores: who wins how often, why, when, and at what cost.

    Nothing is written. The same seed gives the same table; any battle of it can be told again.

    Example: wardiary simulate SCENARIO --battles 200 --matrix --report table.html
    """
    with door(common) as hq:
        scenario = scenario_of(hq, scenario, system)
        settings = {one.id: one for one in hq.packs.scenario(scenario, system)[1].settings}
        options = options_of(option, settings)
        setup = Setup(scenario, system, options, bots=bots_of(wishes.seat), every=wishes.matrix)
        return _done(hq, setup, wishes, settings, common)


@campaign.command(name="simulate")
def simulate_node(
    name: CampaignId,
    node: Annotated[str, Parameter(help="The scenario's id.")],
    assets: Annotated[list[str] | None, Parameter(help="Who comes; as many as may if left out.")] = None,
    *,
    wishes: Wishes = USUAL,
    option: Options = None,
    side: For = None,
    common: Common = NOBODY,
) -> int:
    """Let bots fight a scenario of a campaign many times, with crews, damage and rounds as they stand.

    Nothing is written, in the campaign neither. See `wardiary simulate`.

    Example: wardiary campaign simulate korea obong-ni a32 a33 t301 t302 --until ±5
    """
    with room(common, name, side) as hq:
        come = tuple(whole(hq, name, one, "assets") for one in assets or ()) or None
        node = whole(hq, name, node, "nodes")
        settings = _settings(hq, name, node)
        options = options_of(option, settings)
        bots = bots_of(wishes.seat)
        setup = Setup(options=options, campaign=name, node=node, assets=come, bots=bots, every=wishes.matrix)
        return _done(hq, setup, wishes, settings, common)


def _settings(hq: Headquarters, name: str, node: str) -> Mapping[str, Setting]:
    """Those of the scenario behind a node; none where there is no such node, or it is fought elsewhere, which whoever
    prepares the battle says."""
    for one in hq.campaigns.view(name).nodes:
        if one.id == node and one.system:
            return {one.id: one for one in hq.packs.scenario(one.scenario, one.system)[1].settings}
    return {}


def _done(
    hq: Headquarters, setup: Setup, wishes: Wishes, settings: Mapping[str, Setting], common: Common
) -> int:
    extent = wishes.extent()
    reports.free(wishes.report, wishes.force, common)
    if wishes.battle is not None:
        return _one(hq, setup, wishes, wishes.battle, common)
    if wishes.save:
        raise Refused("Which battle is to be saved?", "", ["--battle NUMBER"], "--save")
    found: Simulation | Comparison
    if wishes.compare:
        other = changed(setup, wishes.compare, settings)
        found = hq.simulations.compare(setup, other, extent, progress)
    else:
        found = hq.simulations.run(setup, extent, progress)
    if wishes.report is not None:
        text = of_simulation(found, reports.form_of(wishes.report, None))
        return reports.written(text, wishes.report, common)
    return output.found(found, printing.table_of, common.json)


def _one(hq: Headquarters, setup: Setup, wishes: Wishes, number: int, common: Common) -> int:
    if wishes.compare:
        raise Refused(
            "One battle is told as one setting has it.", "", ["--battle without --compare"], "--compare"
        )
    if wishes.save:
        return battle_printing.answer(hq.simulations.save(setup, number, wishes.seed), common.json)
    return output.found(hq.simulations.battle(setup, number, wishes.seed), printing.replay, common.json)
