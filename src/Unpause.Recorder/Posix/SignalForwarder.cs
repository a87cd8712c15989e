using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Posix;

/// <summary>Passes signals on to the program while we survive to write the report.</summary>
[SupportedOSPlatform("linux")]
internal sealed class SignalForwarder : IDisposable
{
    /// <summary>Those that somebody may send to the program by our id and that would end or stop us.</summary>
    private static readonly int[] Forwarded =
    [
        LibC.SigHup, LibC.SigInt, LibC.SigQuit, LibC.SigUsr1, LibC.SigUsr2, LibC.SigAlrm, LibC.SigTerm, LibC.SigTtin, LibC.SigTtou,
        .. RealTime(),
    ];

    /// <summary>What is raised for the program and us may be delivered to us after the program has ended of it.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(1);

    private readonly List<PosixSignalRegistration> _registrations = [], _stops = [];
    private readonly List<int> _early = [];
    private readonly Lock _lock = new();
    private ChildProcess? _child;
    private bool _ended;

    /// <summary>Begins to catch signals. What we started with ignored stays ignored, for us and for the program.</summary>
    public SignalForwarder(StartState state)
    {
        foreach (var signal in Forwarded)
        {
            if (state.Ignores(signal)) continue;
            (Stops(signal) ? _stops : _registrations).Add(PosixSignalRegistration.Create(Name(signal), context => Catch(signal, context)));
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
        // At once: who writes to a terminal that stops its writers tries again for as long as the signal is caught.
        foreach (var registration in _stops) registration.Dispose();
        _ = Task.Delay(Late).ContinueWith(_ => _registrations.ForEach(registration => registration.Dispose()), TaskScheduler.Default);
    }

    // SIGRTMIN is the .NET runtime's own: with it, one thread interrupts another.
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
    /// The kernel sends what Ctrl-C and Ctrl-\ raise to the whole foreground process group, so the program has it already;
    /// .NET does not tell who sent a signal, so one sent with kill to us alone, while in the foreground, counts as typed.
    /// A terminal stops the whole group of who reads it in the background: a program that doesn't catch that has stopped by itself, and
    /// <see cref="ChildProcess"/> stops us with it. Passed on, it would stop the program once more when `fg` has continued us both.
    /// </summary>
    private static void Forward(int signal, ChildProcess child)
    {
        if (signal is LibC.SigInt or LibC.SigQuit && ControllingTerminal.ReachesBothUsAnd(child.Id)) return;
        if (Stops(signal) && ControllingTerminal.Exists && ProcessView.Of(child.Id)?.Catches(signal) != true) return;
        child.Send(signal);
    }
}
