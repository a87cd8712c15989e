using System.IO.Compression;
using System.Runtime.Versioning;
using Unpause.Cli.Fleets;
using Unpause.Reports.Documents;
using Unpause.Reports.Fleets;

namespace Unpause.Cli.Sending;

/// <summary>
/// What becomes of the reports of one command with <c>--send</c>. To a folder, a report is written there. To an address, it is written into
/// a <see cref="SendSpool"/>, and <c>unpause-fleet</c> sends what is in that: what arrived is deleted, and the rest waits.
/// </summary>
internal sealed class ReportDelivery
{
    private readonly SendTarget _target;
    private readonly SendSpool? _spool;
    private readonly List<SentFile> _files = [];

    private ReportDelivery(SendTarget target, SendSpool? spool) => (_target, _spool) = (target, spool);

    /// <summary>Sees before the work whether reports can be sent, so that no recording is made in vain.</summary>
    /// <returns>Null when nothing is to be sent.</returns>
    /// <exception cref="UserMistake">They cannot.</exception>
    public static ReportDelivery? Begin(SendTarget? target)
    {
        if (target is null) return null;
        // The unprivileged reader writes into files that it gets.
        if (!LeastRights.AreOurs) return new(target, null);
        if (!target.IsAddress)
        {
            RequireFolder(target.Place);
            return new(target, null);
        }

        if (!OperatingSystem.IsLinux())
            throw new UserMistake($"{SendTarget.Option} to an address works on Linux: use {SendTarget.Option} FOLDER here");
        FleetProgram.Require($"{SendTarget.Option} {PlainText.Clean(target.Place)}");
        _ = FleetAddress.File(FleetAddress.SecretOption, target.SecretFile);
        return new(target, SendSpool.Open(target.Place));
    }

    /// <summary>Writes a report to the folder or the spool.</summary>
    /// <param name="request">How its JSON is written; null for the usual way.</param>
    /// <exception cref="OutputFailure">It cannot be written.</exception>
    public void Send(FinishedReport report, ReportRequest? request = null)
    {
        if (report.Document.Processes.Count == 0)
        {
            Console.Error.WriteLine($"unpause: nothing sent to {PlainText.Clean(_target.Place)}: the report has no process");
            return;
        }

        using var file = Open(SentName.From(report.Document));
        var stream = file.Stream;
        using (var packed = new GZipStream(stream, CompressionLevel.Optimal, leaveOpen: true))
        {
            new JsonReportWriter(request is { Events: true }, request is { Histograms: true }, indented: false)
                .Write(report.Document, report.Timeline, packed);
        }

        file.Keep();
        if (!_target.IsAddress) Console.Error.WriteLine($"wrote {file.KeptAs}");
    }

    /// <summary>The file of a report that the unprivileged reader writes; null when its text is no name of one.</summary>
    public OutputFile? Open(string text) => SentName.Parse(text) is { } name ? Opened(name) : null;

    /// <summary>Sends what was written to an address, after everything else.</summary>
    /// <param name="code">The exit code so far.</param>
    /// <param name="programCode">The exit code of the program that was run; null when none was.</param>
    /// <returns>The exit code: a verdict that failed and the exit code of a program stay.</returns>
    public int Finish(int code, int? programCode = null)
    {
        if (_spool is null || !OperatingSystem.IsLinux()) return code;
        var kept = _files.Where(file => file.KeptAs.Length > 0).Select(file => file.KeptAs).ToList();
        if (kept.Count == 0) return code;
        if (_spool.Trim() is > 0 and var deleted)
        {
            Console.Error.WriteLine(
                $"unpause: {Quantities.Count(deleted, "report")} deleted, the oldest: more than 1 GiB waited in {_spool.Folder}");
        }

        if (SendAll(_spool, kept)) return code;
        return code is ExitCodes.Done or ExitCodes.NotEnoughEvidence or ExitCodes.PartlyUnreadable && programCode is not > 0
            ? ExitCodes.Usage
            : code;
    }

    [SupportedOSPlatform("linux")]
    private bool SendAll(SendSpool spool, List<string> kept)
    {
        var place = PlainText.Clean(_target.Place);
        var fault = "";
        IReadOnlyList<string> lines = [];
        try
        {
            lines = FleetProgram.Send(new FleetRequest
            {
                Action = FleetRequest.Send,
                Inputs = [spool.Folder],
                Store = _target.Place,
                SecretFile = _target.SecretFile is { } file ? Path.GetFullPath(file) : null,
                Deletes = true,
            });
        }
        catch (UserMistake mistake)
        {
            fault = mistake.Message;
        }

        var waiting = kept.Count(File.Exists);
        if (waiting == 0)
        {
            Console.Error.WriteLine($"sent to {place}: {string.Join("; ", lines)}");
            return true;
        }

        if (fault.Length > 0) Console.Error.WriteLine($"unpause: {fault}");
        // The first line only counts.
        foreach (var line in lines.Skip(1)) Console.Error.WriteLine($"unpause: {SendTarget.Option} {place}: {PlainText.Clean(line)}");
        string[] secret = _target.SecretFile is { } named ? [FleetAddress.SecretOption, named] : [];
        Console.Error.WriteLine(
            $"unpause: the report waits in {spool.Folder}; the next {SendTarget.Option} to this address sends it, or type: "
            + $"unpause fleet send {CommandText.Join([spool.Folder, "--store", _target.Place, .. secret])}");
        return false;
    }

    private OutputFile Open(SentName name) =>
        OperatingSystem.IsLinux() && GrantedFiles.Current is not null ? OutputFile.Open(name.Text, SendTarget.Option) : Opened(name);

    private SentFile Opened(SentName name)
    {
        var file = _spool is { } spool
            ? new SentFile(spool.Folder, [], name.Stem, UnfinishedFile.ForUsOnly)
            : new SentFile(_target.Place, [name.Host, name.Day], name.Stem, null);
        _files.Add(file);
        return file;
    }

    private static void RequireFolder(string folder)
    {
        try
        {
            using var open = OutputFolder.Open(folder, folder);
            UnfinishedFile.Probe(open);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            var make = Path.Exists(folder) ? "" : $": mkdir -p {CommandText.Join([folder])}";
            throw new UserMistake(
                $"{SendTarget.Option} {PlainText.Clean(folder)} cannot be written: {SystemFault.Reason(exception)}{make}");
        }
    }
}
