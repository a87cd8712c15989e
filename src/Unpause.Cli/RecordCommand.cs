using System.CommandLine;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Readers;
using Unpause.Recorder;
using Unpause.Recorder.Live;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause record PID</c></summary>
internal static class RecordCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var process = ProcessArgument.Create();
        var live = new LiveOptionSet();
        var options = new ReportOptions();
        var command = new Command(
            "record",
            $"""
            Record a live process, then report: unpause record PID [--for 60s]

            Without --for, Ctrl-C ends the recording and reports. The process goes on as it was: nothing stays switched on.
            {RecorderTable.Default.RecordHelp}
            Without -o and -q the page is written to {DefaultPage.Name} when something was recorded.
            """)
        { process };
        live.AddTo(command);
        options.AddTo(command);
        command.SetAction(parsed => Run(live.Read(ProcessArgument.Read(parsed.GetValue(process)!), parsed), options.Read(parsed)));
        return command;
    }

    private static int Run(LiveOptions options, ReportRequest request)
    {
        if (!OperatingSystem.IsLinux()) return ExitCodes.Usage;
        options = options with { ArgumentsShown = request.ArgumentsShown };
        if (request.Requests is { Paths.Count: > 0 } && options.When is not { OfRequest: true })
        {
            options = options with { Requests = false };
        }

        // Requests are laid over one recording of a process: the one that knows most.
        if (request.Requests is not null) options = options with { Before = TimeSpan.Zero };
        return ReportSession.Run(request, () => OperatingSystem.IsLinux() ? Load(options, request) : null, page: true);
    }

    [SupportedOSPlatform("linux")]
    private static ReportMaterial Load(LiveOptions options, ReportRequest request)
    {
        // While it lives: what it was started with can't be read afterwards.
        var identity = RecordedIdentity.Of(options.ProcessId);
        var result = Record(options, request);
        try
        {
            if (result.Seen is { } seen && !request.Quiet) Console.Error.WriteLine($"seen: {seen}");
            return MaterialOf(result, options) with
            {
                Once = true,
                Removed = options.Folder is null,
                Identity = identity,
                Release = () => Release(result, options)
            };
        }
        catch
        {
            result.Dispose();
            throw;
        }
    }

    private static void Release(LiveResult result, LiveOptions options)
    {
        result.Dispose();
        if (options.Folder is not null) Console.Error.WriteLine($"kept the recording in {options.Folder}");
    }

    /// <summary>
    /// Ctrl-C, and whatever else asks us to end, ends the recording; the report is made all the same. A second one ends us: a process
    /// that we wait for may answer late, or never.
    /// </summary>
    [SupportedOSPlatform("linux")]
    private static LiveResult Record(LiveOptions options, ReportRequest request)
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
            var told = request.Quiet
                ? options
                : options with { Started = what => Console.Error.WriteLine(
                    $"recording process {options.ProcessId}: {PlainText.Clean(what)}; Ctrl-C ends it and reports") };
            return LiveRecorder.Record(told, stop.Token);
        }
        finally
        {
            foreach (var signal in signals) signal.Dispose();
        }
    }

    private static ReportMaterial MaterialOf(LiveResult result, LiveOptions options)
    {
        var loaded = RecordingLoader.Load(result.Inputs);
        var recordings = loaded.Recordings.Select(recording => Complete(recording, result)).ToList();
        var notRecorded = result.NotRecorded.ToList();
        var length = Quantities.Duration(result.Duration.TotalNanoseconds);
        if (result.End == LiveEnd.ProcessEnded) notRecorded.Add($"process {options.ProcessId} ended after {length} of recording");
        if (!recordings.Exists(recording => IsLive(recording, result)))
        {
            notRecorded.Add($"process {options.ProcessId} made no collection in {length}");
        }

        // A recording without a collection is none that can't be read.
        var unread = loaded.Unread.Where(input => input.Fault != InputFault.Empty).ToList();
        notRecorded.AddRange(unread.Select(input => $"{input.Name} could not be read: {input.Reason}"));
        return new ReportMaterial(recordings) { NotRecorded = notRecorded, Incomplete = unread.Count > 0 || recordings.Exists(IsCut) };

        // Where the process ended, so does its recording, in the middle of whatever was being written: that is told above.
        bool IsCut(Recording recording) =>
            recording.Coverage.Unreadable && !(result.End == LiveEnd.ProcessEnded && IsLive(recording, result));
    }

    /// <summary>
    /// Only our own recording is as long as we recorded; the other keeps its file's name, so that the two are told apart.
    /// </summary>
    private static Recording Complete(Recording recording, LiveResult result)
    {
        var process = result.Process;
        var live = IsLive(recording, result);
        var command = live ? CommandText.Of(process.Command) : null;
        long? duration = live ? (long)result.Duration.TotalNanoseconds : null;
        return new Observation(
            process.Id, process.Version, process.Collector, command, process.HeapLimitBytes, duration).Complete(recording);
    }

    private static bool IsLive(Recording recording, LiveResult result) =>
        result.Inputs.Count > 0 && recording.Source.Files.Contains(result.Inputs[0].Name);
}
