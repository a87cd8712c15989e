using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Cli;

/// <summary>
/// Ctrl-C, and whatever else asks us to end, ends a recording; the report is made all the same. A second one ends us: who is recorded may
/// answer late, or never.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class EndSignals
{
    /// <summary>Does something that a signal ends early.</summary>
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
