using System.Runtime.Versioning;
using Unpause.Cli.Live;
using Unpause.Recorder.Pprof;
using Unpause.Recorder.Processes;

namespace Unpause.Cli;

/// <summary><c>unpause record PID</c></summary>
internal static class RecordCommand
{
    public static Command Create()
    {
        var process = ProcessArgument.Create(
            "PID|URL", "The process id, as unpause ps lists it, or the URL of a Go program that serves net/http/pprof.");
        var live = new LiveOptionSet();
        var options = new ReportOptions();
        var command = new Command(
            "record",
            $"""
            Record a live process, then report: unpause record PID [--for 60s]
            A Go program that serves net/http/pprof: unpause record http://HOST:PORT [--for 10s]

            Without --for, Ctrl-C ends the recording and reports. The process continues, and nothing stays enabled in it.
            {RecorderTable.Default.RecordHelp}
            From a URL: an execution trace, and profiles of allocations, heap and goroutines.
            Without -o and -q, the page is written to {DefaultPage.Name} if anything was recorded, or to the next free name
            (unpause-report-2.html). A file that -o names and that exists is kept as FILE.old.
            """)
        { process };
        live.AddTo(command);
        options.AddTo(command);
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("record");
            return parsed.GetValue(process)! is var text && PprofAddress.Is(text)
                ? PprofRecording.Run(live.Read(PprofRecording.Address(text), parsed), options.Read(parsed))
                : Run(live.Read(ProcessArgument.Read(text), parsed), options.Read(parsed));
        });
        return command;
    }

    [SupportedOSPlatform("linux")]
    private static int Run(LiveOptions options, ReportRequest request)
    {
        options = options with { ArgumentsShown = request.ArgumentsShown };
        if (LiveDoctor.Examine(options.ProcessId).AsksFirst is { } asks)
            LiveHeap.Allow($"Process {options.ProcessId}: {asks}.", options.Allowed);
        options = options with { Allowed = true };
        if (request.Requests is { Paths.Count: > 0 } && options.When is not { OfRequest: true })
        {
            options = options with { Requests = false };
        }

        // Requests are matched with one recording of a process: the one with the most information.
        if (request.Requests is not null) options = options with { Before = TimeSpan.Zero };
        return ReportSession.Record(request, () => Record(options, request));
    }

    [SupportedOSPlatform("linux")]
    private static Recorded Record(LiveOptions options, ReportRequest request)
    {
        // Read while the process lives: its command line and environment are gone afterwards.
        var identity = RecordedIdentity.Read(options.ProcessId);
        var watch = ProcessorWatch.Start(options.ProcessId);
        var result = UntilItEnds(options, request);
        var processor = watch.Finish();
        if (result.Seen is { } seen && !request.Quiet) Console.Error.WriteLine($"triggered by: {seen}");
        var facts = new RecordedFacts([], options.Folder is not null)
            { Live = LiveFacts.From(result), Processor = processor }.WithIdentity(identity);
        return new Recorded(facts, result.Inputs, () => Release(result, options));
    }

    private static void Release(LiveResult result, LiveOptions options)
    {
        result.Dispose();
        if (options.Folder is not null) Console.Error.WriteLine($"kept the recording in {options.Folder}");
    }

    /// <summary>Records until the duration is over or a signal ends it, with progress on standard error.</summary>
    [SupportedOSPlatform("linux")]
    private static LiveResult UntilItEnds(LiveOptions options, ReportRequest request)
    {
        ProgressLine? progress = null;
        try
        {
            return EndSignals.Until(stop => LiveRecorder.Record(request.Quiet ? options : options with { Started = Notify }, stop));
        }
        finally
        {
            progress?.Dispose();
        }

        void Notify(string what)
        {
            Console.Error.WriteLine($"recording process {options.ProcessId}: {PlainText.Clean(what)}; Ctrl-C ends it and reports");
            progress = ProgressLine.OfRecording(options.Duration);
        }
    }
}
