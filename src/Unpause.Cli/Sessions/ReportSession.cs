using System.Diagnostics;
using System.Text.Json;
using Unpause.Cli.Sending;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Sessions;

/// <summary>
/// The common part of every command that ends in a report: open the outputs before the work starts, read, compose the report, write it,
/// judge the budgets, and return the exit code. If one output fails, the others are still written.
/// </summary>
internal sealed class ReportSession : IDisposable
{
    private readonly ReportRequest _request;
    private readonly IReadOnlyList<ReportFile> _files;
    private readonly ReportFile? _page;
    private readonly ReportDelivery? _delivery;
    private bool _failed;

    private ReportSession(ReportRequest request, IReadOnlyList<ReportFile> files, ReportFile? page, ReportDelivery? delivery) =>
        (_request, _files, _page, _delivery) = (request, files, page, delivery);

    /// <summary>Runs the session.</summary>
    /// <param name="load">Records or reads; null when nothing could be read, which it has reported.</param>
    /// <param name="page">Whether the page is written when the user names no other output.</param>
    /// <param name="delivery">Where the report is sent, which the caller finishes; null for nowhere.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="UserMistake">An output can't be opened, or a file has no requests.</exception>
    /// <exception cref="OutputFailure">Standard output is wanted and closed.</exception>
    public static int Run(ReportRequest request, Func<ReportMaterial?> load, bool page, ReportDelivery? delivery)
    {
        if (request is { Prints: true, PrintsToOutput: true }) StandardStreams.RequireOutput();
        using var session = new ReportSession(
            request, ReportOutput.Open(request), page || request.Open ? DefaultPage.For(request) : null, delivery);
        return load() is { } material ? session.Finish(material) : ExitCodes.Usage;
    }

    /// <summary>The same for a new recording. Recording needs privileges; the recording is read without them.</summary>
    /// <param name="request">What the user wants.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="UserMistake">An output can't be opened.</exception>
    /// <exception cref="OutputFailure">Standard output is wanted and closed.</exception>
    public static int Record(ReportRequest request, Func<Recorded> record)
    {
        if (request is { Prints: true, PrintsToOutput: true }) StandardStreams.RequireOutput();
        var delivery = ReportDelivery.Begin(request.Send);
        using var session = new ReportSession(
            request, ReportOutput.Open(request, OldContent.Kept), DefaultPage.For(request), delivery);
        var recorded = record();
        int code;
        try
        {
            code = session.ReadElsewhere(recorded) ?? session.Finish(recorded.Facts.Read(recorded.Inputs));
        }
        finally
        {
            recorded.Release();
        }

        return delivery?.Finish(code, recorded.Facts.Run?.ExitCode) ?? code;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var file in _files) file.Dispose();
        _page?.Dispose();
    }

    /// <summary>Reads in an unprivileged process; null when there is none.</summary>
    private int? ReadElsewhere(Recorded recorded)
    {
        if (!OperatingSystem.IsLinux() || !LeastRights.IsAsked) return null;
        var facts = recorded.Facts with
        {
            Inputs = [.. recorded.Inputs.Select(input => input.Name)],
            Page = _page is not null,
            OutputIsTheProgramsOwn = _request.OutputIsTheProgramsOwn,
        };
        using var files = new PrivilegedFiles(_request.Requests?.Paths ?? [], Opened)
        {
            Recorded = JsonSerializer.Serialize(facts, RecordedFactsJson.Default.RecordedFacts),
            RecordedInputs = recorded.Inputs,
        };
        return ReadingProcess.Run([ReadCommand.Name, .. _request.Arguments], files.Answer);
    }

    private OutputFile? Opened(string path) =>
        _files.Concat(_page is null ? [] : [_page]).FirstOrDefault(file => file.Path == path)?.Output ?? _delivery?.Open(path);

    private int Finish(ReportMaterial material)
    {
        var (requestsUnread, requestsIncomplete) = (false, false);
        var report = material.Stored ?? Analyse(material, out requestsUnread, out requestsIncomplete);
        Write(report);

        var budgets = ReportOutput.Judge(report.Document, _request.Budgets);
        var requests = RequestSource.Judge(report.Document.Requests, _request is { Prints: true, Printed: ReportFormat.Terminal });
        if (budgets == ExitCodes.OverBudget) return budgets;
        if (material.ProgramCode is > 0 and var own) return own;
        if (_failed) return ExitCodes.Usage;
        var undecided = requestsUnread || requests != ExitCodes.Done;
        if (budgets != ExitCodes.Done || (undecided && (material.ProgramCode is null || _request.Budgets.Count > 0)))
        {
            return ExitCodes.NotEnoughEvidence;
        }

        if (undecided) Console.Error.WriteLine("unpause: the exit code is that of the command, 0; with --fail-on it would be 3");
        // If the command succeeded, the caller got what it asked for, whatever was recorded.
        return material.ProgramCode is null && (material.Incomplete || requestsIncomplete) ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }

    /// <summary>Composes the report from the input.</summary>
    private FinishedReport Analyse(ReportMaterial material, out bool requestsUnread, out bool requestsIncomplete)
    {
        (requestsUnread, requestsIncomplete) = (false, false);
        var report = Report.Create(material.Recordings, material.NotRecorded, _request.ArgumentsShown) with
        {
            Identity = _request.Identity.Or(material.Identity),
            LiveProcess = material.LiveProcess,
        };
        if (_request.Requests is not { } requests)
        {
            RequestSource.Offer(report, material.Removed);
            return report.Finish();
        }

        try
        {
            report = requests.AddTo(report);
            requestsIncomplete = report.Requests is { Incomplete: true };
        }
        catch (UserMistake mistake) when (material.Once)
        {
            Console.Error.WriteLine($"unpause: {mistake.Message}");
            requestsUnread = true;
        }

        return report.Finish();
    }

    private void Write(FinishedReport report)
    {
        var (document, timeline) = report;
        foreach (var file in _files) _failed |= !TryWrite(() => ReportOutput.Write(document, timeline, _request, file), "");
        // The page was not requested explicitly, so failing to write it is not an error. An empty page would replace a useful older one.
        var shown = _request.Page;
        if (_page is not null && document.Processes.Count > 0
            && TryWrite(() => ReportOutput.Write(document, timeline, _request, _page), "page not written: "))
        {
            shown = _page.Path;
        }

        if (_delivery is not null) _failed |= !TryWrite(() => _delivery.Send(report, _request), "");
        if (_request.Prints) _failed |= !TryWrite(() => ReportOutput.Print(document, timeline, _request), "");
        if (_request.Open && shown is not null) ShownPage.Open(shown);
    }

    private static bool TryWrite(Action write, string instead)
    {
        try
        {
            write();
            return true;
        }
        catch (OutputFailure failure)
        {
            Console.Error.WriteLine($"unpause: {instead}{failure.Message}");
            return false;
        }
    }
}

/// <summary>Opens the page in the user's browser: <c>--open</c>.</summary>
internal static class ShownPage
{
    /// <summary>Opens the page, or prints its URL: as root or without a display no browser is started.</summary>
    public static void Open(string path)
    {
        var full = Path.GetFullPath(path);
        if (CanShow() && Start(full)) return;
        Console.Error.WriteLine($"open it in a browser: {new Uri(full).AbsoluteUri}");
    }

    private static bool CanShow() => LeastRights.AreOurs && !Environment.IsPrivilegedProcess
        && (!OperatingSystem.IsLinux() || Has("DISPLAY") || Has("WAYLAND_DISPLAY") || Has("BROWSER"));

    private static bool Has(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static bool Start(string path)
    {
        var opener = OperatingSystem.IsMacOS() ? "open"
            : Environment.GetEnvironmentVariable("BROWSER") is { Length: > 0 } browser ? browser : "xdg-open";
        try
        {
            // The browser's output is discarded, and the browser may outlive unpause.
            using var started = Process.Start(OperatingSystem.IsWindows()
                ? new ProcessStartInfo(path) { UseShellExecute = true }
                : new ProcessStartInfo("/bin/sh", ["-c", "exec \"$0\" \"$1\" > /dev/null 2>&1 < /dev/null", opener, path]));
            return started is not null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}

/// <summary>A file for a report. Its old content stays until the report is complete.</summary>
internal sealed class ReportFile : IDisposable
{
    private readonly OutputFile _file;

    private ReportFile(string path, ReportFormat format, OutputFile file) => (Path, Format, _file) = (path, format, file);

    /// <summary>As the user named it; when it is written, the name that it has.</summary>
    public string Path { get; private set; }

    /// <summary>What will be written.</summary>
    public ReportFormat Format { get; }

    /// <summary>The file itself.</summary>
    public OutputFile Output => _file;

    /// <summary>Looks whether the file can be written, and changes nothing.</summary>
    /// <param name="format">What will be written.</param>
    /// <param name="named">Whether the user named it: then it may be a pipe or a device.</param>
    /// <param name="old">What happens to old content.</param>
    /// <exception cref="UserMistake">It cannot be written.</exception>
    public static ReportFile Open(string path, ReportFormat format, bool named = true, OldContent old = OldContent.Replaced) =>
        new(path, format, OutputFile.Open(path, "-o", named, old));

    /// <summary>Writes the content, and says on standard error which file has it and what became of an old one.</summary>
    /// <exception cref="OutputFailure">The file cannot be written; its old content is kept.</exception>
    public void Write(Action<Stream> write)
    {
        try
        {
            write(_file.Stream);
            _file.Keep();
            var old = _file.OldKeptAs is { } kept ? $" (the old file is {kept})" : _file.KeptAs != Path ? $" ({Path} exists)" : "";
            Path = _file.KeptAs;
            Console.Error.WriteLine($"wrote {Path}{old}");
        }
        finally
        {
            // Immediately: after a failure on a full disk, the partial file must not take up space that the next output needs.
            _file.Dispose();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
