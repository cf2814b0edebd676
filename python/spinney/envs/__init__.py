"""Environments for reinforcement learning: PettingZoo's and Gymnasium's interfaces to the games.

==================================== ========================= =================================
game                                 environment               interface
==================================== ========================= =================================
Scotland Yard                        :class:`ScotlandYardEnv`  PettingZoo, one after the other
Cops & Robbers                       :class:`CopsAndRobbersEnv` PettingZoo, one after the other
Tron                                 :class:`TronEnv`          PettingZoo, in parallel
SameGame                             :class:`SameGameEnv`      Gymnasium
==================================== ========================= =================================

Observations are :meth:`spinney.Game.array` with an action mask, and show a player no more than it may
know. They need ``pip install 'spinney[rl]'``.
"""

from .pettingzoo import CopsAndRobbersEnv, ScotlandYardEnv, TronEnv
from .samegame import SameGameEnv

__all__ = ["CopsAndRobbersEnv", "SameGameEnv", "ScotlandYardEnv", "TronEnv"]
