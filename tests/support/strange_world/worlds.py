"""Full worlds of Strange World, every line of their score sheets counted by hand."""

from __future__ import annotations

from typing import NamedTuple


class Counted(NamedTuple):
    """A full world and what it scores."""

    map: str
    travellers: str
    side: str | None
    cities: str
    lines: str
    """Mountains, volcanoes one by one, water, animals, winds one by one, cities, travellers."""
    total: int


# In the comments r2c3 is the third card of the second row.
WORLDS = {
    # The worked example of the rules. Mountains: TM r1c1, MMg, VM and the start card: 1+2+1+1 = 5 (TM, MMh and WM on
    # the right have 4, PM stands alone). Volcanoes: VM has Wc, MMg, the fumarole and the start card 4; Va has the
    # fumarole above and WM 2, not the Tzimime. Water: Wc, Wd, WM 9. Animals: c e g d a h f 14. Wind: TM r1c1 sees
    # MMg, mountain again 2; TM r2c4 sees MMh, mountain again 2. City 9. Burk: winds in rows 1 and 2, 5+4.
    "the brief": Counted(
        """
        TM   Wc   PM=  Pe
        MMg  VM   Wd#  TM
        Wd   *Ma  TM!# MMh
        Pf   WM!  Va   WM
        """,
        "Burk 2",
        "left",
        "9 e3 e4",
        "5 | 4 2 | 9 | 14 | 2 2 | 9 | 9",
        56,
    ),
    # The world of the guide. Mountains: MMh, MM, start card, VM: 2+2+1+1 = 6. Volcanoes: VM 4; Va the fumarole 1.
    # Water: Wc, We, WM 9. Animals: c b h e f a 12. Wind: Tb sees Mb: mountain (WM) and chick (itself) 4; Tf a
    # fumarole 0; TM nothing 0. City 9. Roro: b f h e, 5+4.
    "the guide": Counted(
        """
        Wc   Tb   MMh  We
        MM   *Mb  VM   Tf
        Ph=  Pe   MMd# MMg#
        TM   WM   TM!  Va
        """,
        "Roro 4",
        "left",
        "9 e5 f5",
        "6 | 4 1 | 9 | 12 | 4 0 0 | 9 | 9",
        54,
    ),
    # Mountains: PM, MMf, PM in column 3: 1+2+1 = 4. Volcanoes: Ve has Td and a fumarole 2; V r3c2 has all four 4.
    # Water: Wa, We, Wa 9. Animals: a d e f h 10. Wind: Td sees PM: portal (PM r4) and mountain (MMf) 4. Cities 7+5.
    # Boung: one portal in rows 3 and 4, 5.
    "one portal for Boung": Counted(
        """
        Wa   TM!  Td   Ve
        *Ma# Va#  PM   VM#
        We   V    MMf  Pg#
        PM!  Ph=  PM   Wa
        """,
        "Boung 5",
        "left",
        "7 d4 e4 5 g4 g5",
        "4 | 2 4 | 9 | 10 | 4 | 7 5 | 5",
        50,
    ),
    # Mountains: VM, MMh, MMd, PM, PM, MMh: 1+2+2+1+1+2 = 9 (MM r4c3 has 2). Volcanoes: VM has a fumarole, MMh, Wd 3;
    # Vf a fumarole, Pf, Vb 3; Vb four 4. Water: Wd, Wb 6. Animals: h d f b g 10. Wind: Tg sees MM, mountain again 2.
    # City 9. Kark: MMh and MM are 4 mountains, 5. Roro: d f b g h, 5+4.
    "four mountains for Kark": Counted(
        """
        TM#  VM   MMh  MMd
        *Mc# Wd   PM=  PM
        Vf   Vb   Tg   MMh
        Pf=  Pe#  MM   Wb
        """,
        "Kark 5 Roro 4",
        "left",
        "9 d3 d4",
        "9 | 3 3 4 | 6 | 10 | 2 | 9 | 5 9",
        60,
    ),
    # Mountains: all of PM TM WM MMh, Mc PM, MMg MMf WM, WM hang together: 5 + 2 + 5 + 1 = 13. Volcanoes: Vf has the
    # covered volcano and Pf 2. Water: Wa, WM, WM, WM 12. Animals: h a c g f 10. Wind: TM sees Mc: mountain, and the
    # whale of Pc, 4. City 7. Splash: Wa and WM only, 5. Kark: 2+2+1+1 = 6 mountains, 5+6.
    "two waters for Splash": Counted(
        """
        PM   TM   WM   MMh
        Wa   *Mc  PM=  PM#
        MMg  MMf  WM   V#
        WM   Pc=  Pf   Vf
        """,
        "Splash 4 Kark 5",
        "left",
        "7 f4 f5",
        "13 | 2 | 12 | 10 | 4 | 7 | 5 11",
        64,
    ),
    # Mountains: MMh, MM, MMg, Mb, MMf, WM: 2+2+2+1+2+1 = 10. Volcanoes: Vf has Tg, MM and a fumarole 3; V two
    # fumaroles, MM and Tf 4. Water: WM, Wa 6. Animals: g f e h b c a 14. Wind: Tg sees MMh, mountain again 2; Tf sees
    # Pc, portal again (Pe) 2; Tb nothing 0. Roro: g b c f a, 5+4. Pshit: one fumarole in rows 1 and 2, 5.
    "one fumarole for Pshit": Counted(
        """
        Tg   Vf   PM=# Pe
        MMh  MM   V    Tf
        MMg  *Mb  Pf=# Pc
        MMf  WM   Tb   Wa
        """,
        "Roro 4 Pshit 2",
        "right",
        "",
        "10 | 3 4 | 6 | 14 | 2 2 0 |  | 9 5",
        55,
    ),
    # Mountains: TM TM TM Mc down column 4 and VM r3c3: 5. Volcanoes: VM r1 has WM, Ve, a fumarole 3; Ve VM, TM, a
    # fumarole 3; VM r3 two fumaroles, Wa, TM 4. Water: WM, Wa, WM 9. Animals: e a c 6. Wind: TM r1 sees TM, wind and
    # mountain 4; TM r2 the same 4; TM r3 sees Mc, mountain 2. City 7. Kark: VM, TM, WM, PM, Mc 5 mountains, 5+6.
    # Burk: a wind in row 1 and one in row 2, 5+4.
    "three winds in a column": Counted(
        """
        WM   VM   Ve   TM
        Tc!  Pg=# Ph#  TM
        TM!  Wa   VM   TM
        WM   PM=  PM#  *Mc
        """,
        "Kark 3 Burk 1",
        "right",
        "7 b2 c2",
        "5 | 3 3 4 | 9 | 6 | 4 4 2 | 7 | 11 9",
        67,
    ),
    # Mountains: MMf, TM, PM, PM, Md, MM, PM: 2+1+1+1+1+2+1 = 9. Volcanoes: Vf has Wa, Md, a fumarole 3; Va PM, MM,
    # two fumaroles 4; VM two fumaroles, WM 3. Water: Wa, WM 6. Animals: a f d 6. Wind: TM sees PM, portal (r4) and
    # mountain 4. City 9. Roro: only a f d, 5. Pshit: three fumaroles in rows 3 and 4, 5+5.
    "three animals for Roro": Counted(
        """
        Wa   Tg!  MMf  TM
        Vf   *Md  PM=  PM
        Ph#  WM#  Va   MM
        WM   VM   Pc=# PM
        """,
        "Roro 3 Pshit 5",
        "left",
        "9 c5 d5",
        "9 | 3 4 3 | 6 | 6 | 4 | 9 | 5 10",
        59,
    ),
    # Mountains: PM, WM, TM, Ma, WM, VM, MMh, WM, MMf: 1+1+1+1+1+1+2+1+2 = 11. Volcanoes: VM r1 has a fumarole and Pf
    # 2; VM r4 a fumarole and WM 2. Water: WM, We, WM, WM 12. Animals: b f a e h 10. Wind: Tb sees TM, wind (itself)
    # and mountain 4; TM sees Ma, mountain 2. City 9. Nobody came.
    "without travellers": Counted(
        """
        PM   Tb   Ve#  VM
        WM   TM   Pe#  Pf
        Pe#  *Ma  We   MMf
        VM   WM   MMh  WM
        """,
        "",
        None,
        "9 e2 e3",
        "11 | 2 2 | 12 | 10 | 4 2 | 9 | ",
        52,
    ),
    # Mountains: PM, TM, Ma, VM, WM on the left 5 (TM and MMd have 3). Volcanoes: VM has a fumarole, WM, TM, V 4; V a
    # fumarole, Ph, VM, WM 4. Water: Wa, WM, WM 9. Animals: a e d c h 10. Wind: TM r1 above a fumarole 0; TM r3 sees
    # Ma: mountain, and the snail of Wa, 4. City 7. Rumph: two volcanoes, 5. Kark: six mountains, 5+6.
    "two volcanoes for Rumph": Counted(
        """
        Wa   Pe   TM   MMd
        PM=  PM#  WM#  Pc
        TM   VM   V    WM
        *Ma  WM   Ph=  PM
        """,
        "Rumph 2 Kark 3",
        "left",
        "7 e2 f2",
        "5 | 4 4 | 9 | 10 | 0 4 | 7 | 5 11",
        59,
    ),
    # Mountains: MMd, PM, WM down column 1: 4 (PM PM TM have 3). Volcanoes: Ve has a fumarole, WM, V 3; V a fumarole,
    # Ve, MM 3; two volcanoes are covered. Water: We, Wa, WM 9. Animals: c e d a 8. Wind: Tc sees MMd, mountain 2; TM
    # sees Wa, nothing again 0. Cities 9+7. Burk: no wind in rows 3 and 4, 5. Boung: one portal in rows 1 and 2, 5.
    "two cities": Counted(
        """
        Tc   We   PM=  PM
        MMd  *Md# Vb#  TM
        PM=  Pe#  VM#  Wa
        WM   Ve   V    MM
        """,
        "Burk 5 Boung 3",
        "right",
        "9 d4 e4 7 d5 e5",
        "4 | 3 3 | 9 | 8 | 2 0 | 9 7 | 5 5",
        55,
    ),
    # Mountains: MMf, MM, TM, VM, Md: 2+2+1+1+1 = 7. Volcanoes: VM r2 four 4; VM r4 a fumarole and PM 2; V a fumarole
    # and PM 2. Water: Wc 3. Animals: f c g d 8. Wind: TM sees VM, mountain 2; Td sees PM: portal (Pg), mountain 4.
    # Cities 7+5. Splash: one water, 5. Floulou: no visible water in rows 3 and 4, 5.
    "no water for Floulou": Counted(
        """
        MMf  MM   TM   Wc
        PM=# Pg   VM   *Md
        Ve#  Td   Pe#  Wa#
        VM   PM=  PM   V
        """,
        "Splash 3 Floulou 5",
        "left",
        "7 c5 d5 5 a4 a5",
        "7 | 4 2 2 | 3 | 8 | 2 4 | 7 5 | 5 5",
        54,
    ),
    # Mountains: PM, TM MMh Mc MM, PM, PM PM: 1+1+2+1+2+1+1+1 = 10. Water: Wa, Wd 6. All eight animals 16. Wind: Tf
    # sees TM: wind (itself), mountain 4; TM sees PM: portal, mountain 4; Tb sees PM: portal, mountain 4. Rumph: no
    # volcano, 5. Burk: Tf and TM, 5+4. Boung: Pf=Pg and PM=PM, 5+8.
    "all eight animals": Counted(
        """
        Tf   PM=  Pe   Wa
        TM   MMh  *Mc  MM
        PM   Tb   Pf=  Pg
        PM=  PM   Wd   Pc!
        """,
        "Rumph 5 Burk 3 Boung 5",
        "right",
        "",
        "10 |  | 6 | 16 | 4 4 4 |  | 5 9 13",
        71,
    ),
    # Mountains: MMh, Mc, VM, MMg: 2+1+1+2 = 6 (TM WM PM have 3). Volcanoes: VM has Wa, a fumarole, Mc 3; Vf PM, a
    # fumarole, MMg 3; Vb MMg, PM and two fumaroles 4. Water: Wa, WM 6. Animals: a h e c g f b 14. Wind: TM in the
    # last row 0. City 7. Rumph: three volcanoes, 5+6. Kark: 2+1+1+1+2 = 7 mountains, 5+6. Boung: the second portal is
    # covered, 5.
    "a covered portal for Boung": Counted(
        """
        Wa   MMh  Pe=  PM
        VM   *Mc  MMg  Vf
        Pc=# PM#  Vb   Tc#
        TM   WM   PM=  Pe
        """,
        "Rumph 4 Kark 3 Boung 5",
        "left",
        "7 c5 d5",
        "6 | 3 3 4 | 6 | 14 | 0 | 7 | 11 11 5",
        70,
    ),
    # Mountains: TM, WM, Md, PM, WM, VM, MM, MMd: 1+1+1+1+1+1+2+2 = 10. Volcanoes: VM has a fumarole and WM 2. Water:
    # five 15. Animals: a g f d e b 12. Wind: TM sees WM, mountain (VM, itself) 2; Td sees Wb, nothing 0; Tf sees MMd,
    # nothing 0. Splash: WM, We, Wb, 5+5. Roro: a g f d e, 5+4.
    "five waters": Counted(
        """
        TM   Wa   Pg=  Pf
        WM   *Md  Td   We
        PM=# PM   Wb   Tf
        VM   WM   MM   MMd
        """,
        "Splash 4 Roro 3",
        "left",
        "",
        "10 | 2 | 15 | 12 | 2 0 0 |  | 10 9",
        60,
    ),
    # Mountains: WM PM PM, TM MMd WM, MMg Ma, TM MMh: 3 + 4 + 3 + 3 = 13; PM r3c1 stands alone. Water: four 12.
    # Animals: d b h g a 10. Wind: Td sees Wb 0; TM sees Ph 0; TM in the last row 0. Boung: one portal, 5. Floulou:
    # three water, enough mountains, two winds, 5+8.
    "everything for Floulou": Counted(
        """
        Td   WM   PM=  PM
        Wb   TM   MMd  WM
        PM=  Ph   MMg  *Ma
        Tg!  Wd   TM   MMh
        """,
        "Boung 4 Floulou 2",
        "right",
        "",
        "13 |  | 12 | 10 | 0 0 0 |  | 5 13",
        53,
    ),
}
