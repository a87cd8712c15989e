using System.Runtime.InteropServices;

namespace Unpause.Recorder.Posix;

/// <summary>Passes signals on to the program while we survive to write the report.</summary>
internal sealed class SignalForwarder : IDisposable
{
    private static readonly int[] Forwarded =
        [LibC.SigHup, LibC.SigInt, LibC.SigQuit, LibC.SigUsr1, LibC.SigUsr2, LibC.SigTerm];

    /// <summary>What is raised for the program and us may be delivered to us after the program has ended of it.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(1);

    private readonly List<PosixSignalRegistration> _registrations = [];
    private readonly List<int> _early = [];
    private readonly Lock _lock = new();
    private ChildProcess? _child;
    private bool _ended;

    /// <summary>Begins to catch signals. What we started with ignored stays ignored, for us and for the program.</summary>
    public SignalForwarder(StartState state)
    {
        foreach (var signal in Forwarded)
        {
            if (!state.Ignores(signal)) _registrations.Add(PosixSignalRegistration.Create(Name(signal), context => Catch(signal, context)));
        }
    }

    /// <summary>Names the program; what arrived before it was started is passed on now.</summary>
    public void Attach(ChildProcess child)
    {
        lock (_lock)
        {
            _child = child;
            foreach (var signal in _early) Forward(signal, child);
            _early.Clear();
        }
    }

    /// <summary>The program has ended: nothing is passed on any more, and after a second signals do what they do to any program.</summary>
    public void Dispose()
    {
        lock (_lock) _ended = true;
        _ = Task.Delay(Late).ContinueWith(_ => _registrations.ForEach(registration => registration.Dispose()), TaskScheduler.Default);
    }

    private static PosixSignal Name(int signal) => signal switch
    {
        LibC.SigHup => PosixSignal.SIGHUP,
        LibC.SigInt => PosixSignal.SIGINT,
        LibC.SigQuit => PosixSignal.SIGQUIT,
        LibC.SigTerm => PosixSignal.SIGTERM,
        _ => (PosixSignal)signal,
    };

    private void Catch(int signal, PosixSignalContext context)
    {
        context.Cancel = true;
        lock (_lock)
        {
            if (_ended) return;
            if (_child is null) _early.Add(signal);
            else Forward(signal, _child);
        }
    }

    /// <summary>
    /// The kernel sends what Ctrl-C and Ctrl-\ raise to the whole foreground process group, so the program has it already;
    /// .NET does not tell who sent a signal, so one sent with kill to us alone, while in the foreground, counts as typed.
    /// </summary>
    private static void Forward(int signal, ChildProcess child)
    {
        if (signal is LibC.SigInt or LibC.SigQuit && ControllingTerminal.ReachesBothUsAnd(child.Id)) return;
        child.Send(signal);
    }
}
