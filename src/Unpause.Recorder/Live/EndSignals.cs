using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>
/// Ctrl-C and other termination signals end a recording, and the report is still written. A second signal ends unpause itself,
/// because the recorded process may answer late or never.
/// </summary>
[SupportedOSPlatform("linux")]
public static class EndSignals
{
    /// <summary>Runs an action that a signal can end early.</summary>
    public static T Until<T>(Func<CancellationToken, T> work)
    {
        using var stop = new CancellationTokenSource();
        var signals = new List<PosixSignalRegistration>();
        foreach (var signal in (PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT])
        {
            signals.Add(PosixSignalRegistration.Create(signal, context =>
            {
                context.Cancel = !stop.IsCancellationRequested;
                stop.Cancel();
            }));
        }

        try
        {
            return work(stop.Token);
        }
        finally
        {
            foreach (var signal in signals) signal.Dispose();
        }
    }
}
