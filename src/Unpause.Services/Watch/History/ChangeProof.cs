using System.Globalization;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;

namespace Unpause.Services.Watch.History;

/// <summary>
/// Has <c>unpause compare</c> judge a service that restarted with other settings or another version: its hourly reports before and after.
/// With at least four on each side, compare tests the differences against those between hours; at another load it refuses.
/// </summary>
/// <param name="program">The program <c>unpause</c>.</param>
internal sealed class ChangeProof(WatchSettings settings, string program, ServiceChanges changes)
{
    /// <summary>Reports of a side: compare calls nothing better with fewer than four, and more than eight hours change little.</summary>
    internal const int FewestReports = 4, MostReports = 8;

    // A comparison takes about 20 s of one processor, at low priority.
    private static readonly TimeSpan Between = TimeSpan.FromMinutes(15);

    // The report of a process that ended is written some seconds later.
    private static readonly TimeSpan MostEnding = TimeSpan.FromMinutes(2);

    // Not the runner of the alerts' reports: they do not wait for a comparison.
    private readonly ReportRunner _runner = new(program) { MostTime = TimeSpan.FromMinutes(15) };
    private readonly Dictionary<string, (DateTimeOffset At, string Newest)> _compared = new(StringComparer.Ordinal);
    private readonly string _history = Path.Combine(settings.Ring, RingIndex.HistoryFolder);
    private readonly string _sides = Path.Combine(settings.Ring, RingIndex.RunFolder, "compared");

    /// <summary>Takes lines for the log.</summary>
    public Action<string> Log { get; init; } = Console.Error.WriteLine;

    /// <summary>Judges until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Task.Delay(Between, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!stop.IsCancellationRequested) await TurnAsync(DateTimeOffset.UtcNow, stop).ConfigureAwait(false);
        }
    }

    /// <summary>Judges the change of one service that is not proven and has a new report; the one that waited longest.</summary>
    internal async Task TurnAsync(DateTimeOffset now, CancellationToken stop)
    {
        try
        {
            var open = changes.Unproven(now);
            foreach (var gone in _compared.Keys.Except(open.Select(one => one.Name)).ToList()) _compared.Remove(gone);
            foreach (var service in open.OrderBy(one => _compared.GetValueOrDefault(one.Name).At))
            {
                var (before, after) = Reports(service);
                if (before.Count < FewestReports || after.Count < FewestReports) continue;
                if (_compared.GetValueOrDefault(service.Name).Newest == after[0]) continue;
                _compared[service.Name] = (now, after[0]);
                if (await CompareAsync(before, after, stop).ConfigureAwait(false) is { } found && changes.Prove(service, found))
                    Log($"unpause watch: {Short(service.Name)}, changed ({Short(service.Change ?? "")}): {found.Sentence}");
                return;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            // A report was removed meanwhile, the disk is full, or the watcher ends: the next turn looks again.
        }
    }

    /// <summary>The newest reports of a service before and after its change.</summary>
    internal (IReadOnlyList<string> Before, IReadOnlyList<string> After) Reports(StoredService service)
    {
        List<string> before = [], after = [];
        if (service.ChangedAt is not { } changed || !Directory.Exists(_history)) return (before, after);
        var name = RingKeeper.NameOf(service.Name);
        foreach (var day in Directory.EnumerateDirectories(_history).OrderDescending(StringComparer.Ordinal))
        {
            foreach (var path in Directory.EnumerateFiles(day, $"??-{name}-*.json").OrderDescending(StringComparer.Ordinal))
            {
                if (IdOf(path, name) is not { } id) continue;
                var written = new DateTimeOffset(File.GetLastWriteTimeUtc(path));
                if (service.Ids.Contains(id) && written > changed) Add(after, path);
                else if (service.EarlierIds.Contains(id) && written <= changed + MostEnding) Add(before, path);
            }
        }

        return (before, after);

        static void Add(List<string> side, string path)
        {
            if (side.Count < MostReports && new FileInfo(path).Length <= ServiceLimits.MostDocumentBytes) side.Add(path);
        }
    }

    /// <summary>The process id in <c>HH-SERVICE-PID.json</c>; null where the name is another's, which this one begins.</summary>
    private static int? IdOf(string path, string service) => int.TryParse(
        Path.GetFileNameWithoutExtension(path).AsSpan("HH-".Length + service.Length + 1), NumberStyles.None,
        CultureInfo.InvariantCulture, out var id) ? id : null;

    private async Task<ProvenChange?> CompareAsync(IReadOnlyList<string> before, IReadOnlyList<string> after, CancellationToken stop)
    {
        try
        {
            var (one, other) = (Side("before", before), Side("after", after));
            var comparison = await _runner.CompareAsync(one, other, stop).ConfigureAwait(false);
            return comparison is null ? null : ProvenChange.Read(comparison);
        }
        finally
        {
            if (Directory.Exists(_sides)) Directory.Delete(_sides, recursive: true);
        }
    }

    private static string Short(string text) => RecordedText.Shorten(text.ReplaceLineEndings(" "), ServiceLimits.MostLabelChars);

    /// <summary>A folder with one report per run, as compare takes a side.</summary>
    private string Side(string name, IReadOnlyList<string> reports)
    {
        var folder = Path.Combine(_sides, name);
        Directory.CreateDirectory(folder);
        foreach (var path in reports)
        {
            var day = Path.GetFileName(Path.GetDirectoryName(path));
            File.Copy(path, Path.Combine(folder, $"{day}-{Path.GetFileName(path)}"), overwrite: true);
        }

        return folder;
    }
}
