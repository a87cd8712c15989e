"""Records a program that runs already: `unpause record PID` has it execute this by sys.remote_exec (PEP 768; see FORMAT.md).

It leaves nothing in os.environ or sys.path. The folder is unpause's, given to this process's user; it goes when recording ends.
"""
import atexit
import gc
import os
import sys

NAME = "unpause_remote"
OURS = ("python-", "unpause_")
_held = []  # the callback, its exit handler and the agent, while it records


def _agent_part(directory, name):
    part = type(sys)(name)
    part.__file__ = os.path.join(directory, name + ".py")
    with open(part.__file__, encoding="utf-8") as file:
        exec(compile(file.read(), part.__file__, "exec"), part.__dict__)
    return part


def _say(directory, name, text):
    # Renamed, so that whoever sees the name can read all of it.
    path = os.path.join(directory, name)
    with open(path + ".part", "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    os.rename(path + ".part", path)


def _remove(directory):
    try:
        for name in os.listdir(directory):
            if name.startswith(OURS):
                os.unlink(os.path.join(directory, name))
        os.rmdir(directory)
    except OSError:  # unpause was quicker
        pass


def _begin(directory):
    agent = _agent_part(directory, "unpause_agent")
    if any(map(agent._is_ours, gc.callbacks)):
        raise RuntimeError("it is recorded already")
    facts = _agent_part(directory, "unpause_facts").encoded_facts("c", agent.FACTS_BYTES)
    callback, _, at_exit, _, _ = agent._load().record(os.fsencode(directory), facts, b"")
    process = os.getpid()

    def leave():
        """A program that ends takes its files along, also where unpause was killed and can't."""
        if os.getpid() == process:
            at_exit()
            _remove(directory)

    _held[:] = [callback, at_exit, leave, agent, directory]
    os.register_at_fork(after_in_child=_leave_child)
    atexit.register(leave)
    gc.callbacks.append(callback)
    sys.modules[NAME] = type(sys)(NAME)
    sys.modules[NAME].end = end


def _let_go():
    """The program is as before, but for one function that does nothing among those that run in its forked children."""
    if not _held:
        return None
    callback, at_exit, leave, agent, directory = _held
    del _held[:]
    if callback in gc.callbacks:
        gc.callbacks.remove(callback)
    at_exit()  # the file, which stays mapped, is closed; a child's own it isn't
    atexit.unregister(leave)
    sys.modules.pop(NAME, None)
    vars(agent).clear()  # its functions refer to it: nothing is left for a collection
    return directory


def _leave_child():
    """Only the process that was asked for is recorded; a child would write a file of its own."""
    _let_go()


def begin(directory):
    """Begins to record, and says that it did, or why it can't, in a file."""
    try:
        _begin(directory)
        _say(directory, "python-begun", "")
    except Exception as error:  # whatever it is, it is not the program's
        try:
            _say(directory, "python-refused", str(error))
        except OSError:  # the folder is gone: nobody waits
            pass


def end():
    """Ends that, and removes the folder."""
    directory = _let_go()
    if directory is not None:
        _remove(directory)
