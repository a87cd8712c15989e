using System.Runtime.Versioning;
using Unpause.Recorder.Pprof;

namespace Unpause.Cli.Live;

/// <summary><c>unpause record http://HOST:PORT</c></summary>
internal static class PprofRecording
{
    /// <summary>Parses the address.</summary>
    /// <exception cref="UserMistake">The address is invalid. The message does not repeat it, because it may contain a password.</exception>
    public static PprofAddress Address(string text) => PprofAddress.Read(text, out var address) is { } wrong
        ? throw new UserMistake($"{wrong}: type for example unpause record http://localhost:6060")
        : address!;

    /// <summary>Records and reports.</summary>
    [SupportedOSPlatform("linux")]
    public static int Run(PprofOptions options, ReportRequest request)
    {
        options = options with { ArgumentsShown = request.ArgumentsShown };
        return ReportSession.Record(request, () => Record(options, request));
    }

    [SupportedOSPlatform("linux")]
    private static Recorded Record(PprofOptions options, ReportRequest request)
    {
        var result = UntilItEnds(options, request);
        var facts = new RecordedFacts([], options.Folder is not null)
        {
            Pprof = new PprofFacts(options.Address.Name, result.Command, result.NotRecorded),
        };
        return new Recorded(facts, result.Inputs, () =>
        {
            result.Dispose();
            if (options.Folder is not null) Console.Error.WriteLine($"kept the recording in {options.Folder}");
        });
    }

    [SupportedOSPlatform("linux")]
    private static PprofResult UntilItEnds(PprofOptions options, ReportRequest request)
    {
        ProgressLine? progress = null;
        try
        {
            return EndSignals.Until(stop => PprofRecorder.Record(request.Quiet ? options : options with { Started = Notify }, stop));
        }
        finally
        {
            progress?.Dispose();
        }

        void Notify()
        {
            Console.Error.WriteLine(
                $"recording {PlainText.Clean(options.Address.Name)}: an execution trace, and profiles of allocations, heap and goroutines, "
                + $"for {options.Duration.TotalSeconds:0.##} s; Ctrl-C ends it and reports");
            progress = ProgressLine.OfRecording(options.Duration);
        }
    }
}
