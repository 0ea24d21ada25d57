from pettingzoo import Action, AECEnv, Agent, Seen

class OrderEnforcingWrapper(AECEnv[Agent, Seen, Action]):
    def __init__(self, env: AECEnv[Agent, Seen, Action]) -> None: ...
