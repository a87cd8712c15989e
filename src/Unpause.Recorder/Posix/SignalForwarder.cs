namespace Unpause.Recorder.Posix;

/// <summary>Forwards signals to the program, while unpause survives to write the report.</summary>
[SupportedOSPlatform("linux")]
internal sealed class SignalForwarder : IDisposable
{
    /// <summary>Signals that may be sent to unpause instead of the program and that would end or stop unpause.</summary>
    private static readonly int[] Forwarded =
    [
        LibC.SigHup, LibC.SigInt, LibC.SigQuit, LibC.SigUsr1, LibC.SigUsr2, LibC.SigAlrm, LibC.SigTerm, LibC.SigTtin, LibC.SigTtou,
        .. RealTime(),
    ];

    /// <summary>A signal to the whole group may reach unpause after the program has ended from it.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(1);

    private readonly List<PosixSignalRegistration> _registrations = [], _stops = [];
    private readonly List<int> _early = [];
    private readonly Lock _lock = new();
    private ChildProcess? _child;
    private bool _ended;

    /// <summary>Starts catching signals. Signals that were ignored at the start stay ignored, for unpause and for the program.</summary>
    public SignalForwarder(StartState state)
    {
        foreach (var signal in Forwarded)
        {
            if (state.Ignores(signal)) continue;
            (Stops(signal) ? _stops : _registrations).Add(PosixSignalRegistration.Create(Name(signal), context => Catch(signal, context)));
        }
    }

    /// <summary>Sets the program; signals that arrived before it was started are forwarded now.</summary>
    public void Attach(ChildProcess child)
    {
        lock (_lock)
        {
            _child = child;
            foreach (var signal in _early) Forward(signal, child);
            _early.Clear();
        }
    }

    /// <summary>The program has ended: nothing is forwarded any more, and after a second signals have their default effect.</summary>
    public void Dispose()
    {
        lock (_lock) _ended = true;
        // At once: a process that writes to a terminal that stops background writers retries as long as the signal is caught.
        foreach (var registration in _stops) registration.Dispose();
        _ = Task.Delay(Late).ContinueWith(_ => _registrations.ForEach(registration => registration.Dispose()), TaskScheduler.Default);
    }

    // SIGRTMIN is reserved by the .NET runtime, which interrupts threads with it.
    private static IEnumerable<int> RealTime()
    {
        var first = LibC.FirstRealTimeSignal() + 1;
        return Enumerable.Range(first, LibC.LastSignal - first + 1);
    }

    private static bool Stops(int signal) => signal is LibC.SigTtin or LibC.SigTtou;

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
    /// The kernel sends the signals of Ctrl-C and Ctrl-\ to the whole foreground process group, so the program has received them already.
    /// .NET does not report the sender of a signal, so one sent with kill to unpause alone, while in the foreground, counts as typed.
    /// A terminal stops the whole group of a background process that reads from it. A program that doesn't catch that signal has already
    /// stopped, and <see cref="ChildProcess"/> stops unpause with it. Forwarding it would stop the program again after `fg` continued both.
    /// </summary>
    private static void Forward(int signal, ChildProcess child)
    {
        if (signal is LibC.SigInt or LibC.SigQuit && ControllingTerminal.ReachesBothUsAnd(child.Id)) return;
        if (Stops(signal) && ControllingTerminal.Exists && ProcessView.Find(child.Id)?.Catches(signal) != true) return;
        child.Send(signal);
    }
}
