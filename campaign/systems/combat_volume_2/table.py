"""All chapters of the rules."""

from __future__ import annotations

from campaign.rules.chapters import Table
from campaign.systems.combat_volume_2 import missions, setting_up
from campaign.systems.combat_volume_2.cards import events, texts
from campaign.systems.combat_volume_2.enemy import cup
from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.land import burning, smoke, weather, wire
from campaign.systems.combat_volume_2.people import (
    alert,
    blasts,
    captives,
    checks,
    deeds,
    enemy_fire,
    fire,
    grenades,
    medics,
    melee,
    moving,
    spotting,
    together,
    wounds,
)
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.turn import (
    by_order,
    flow,
    go_on,
    hand,
    opening,
    orders,
    sequence,
    several,
    shelling,
)
from campaign.systems.combat_volume_2.vehicles import (
    bailing,
    blows,
    crew_orders,
    driving,
    fausts,
    guns,
    light_at,
    lookout,
    mud,
    roads,
    seats,
    soft,
    stopping,
    turning,
    turrets,
)

TABLE: Table[Play] = Table(
    [
        opening.CHAPTER,
        missions.CHAPTER,
        setting_up.CHAPTER,
        flow.CHAPTER,
        sequence.CHAPTER,
        go_on.CHAPTER,
        by_order.CHAPTER,
        orders.CHAPTER,
        several.CHAPTER,
        hand.CHAPTER,
        texts.CHAPTER,
        events.CHAPTER,
        enemy_orders.CHAPTER,
        cup.CHAPTER,
        captives.CHAPTER,
        checks.CHAPTER,
        wounds.CHAPTER,
        together.CHAPTER,
        alert.CHAPTER,
        spotting.CHAPTER,
        moving.CHAPTER,
        melee.CHAPTER,
        medics.CHAPTER,
        fire.CHAPTER,
        enemy_fire.CHAPTER,
        grenades.CHAPTER,
        deeds.CHAPTER,
        blasts.CHAPTER,
        shelling.CHAPTER,
        crew_orders.CHAPTER,
        driving.CHAPTER,
        turning.CHAPTER,
        roads.CHAPTER,
        mud.CHAPTER,
        stopping.CHAPTER,
        guns.CHAPTER,
        turrets.CHAPTER,
        soft.CHAPTER,
        blows.CHAPTER,
        light_at.CHAPTER,
        fausts.CHAPTER,
        lookout.CHAPTER,
        seats.CHAPTER,
        bailing.CHAPTER,
        weather.CHAPTER,
        burning.CHAPTER,
        smoke.CHAPTER,
        wire.CHAPTER,
    ],
    sequence="4",
)
