using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Watch.History;

/// <summary>
/// Keeps a report of each process for each hour, and for its end, as a file that <c>unpause trend</c> and <c>unpause compare</c> read:
/// <c>history/DATE/HOUR-SERVICE-PID.json</c>, in UTC. It is the report on the ring at that time.
/// </summary>
internal sealed class HistoryKeeper
{
    private const string DateFormat = "yyyy-MM-dd";
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(5), MostAge = TimeSpan.FromDays(14);

    private readonly string _history, _live, _requests;
    private readonly RingWatch _watch;
    private readonly RingKeeper _keeper;
    private readonly RequestFiles _files;
    private readonly HashSet<string> _ended = new(StringComparer.Ordinal);
    private DateTimeOffset? _hour;

    /// <summary>Keeps into the ring's own folder.</summary>
    public HistoryKeeper(WatchSettings settings, RingWatch watch, RingKeeper keeper, RequestFiles files)
    {
        (_watch, _keeper, _files) = (watch, keeper, files);
        _history = Path.Combine(settings.Ring, RingIndex.HistoryFolder);
        _live = Path.Combine(settings.Ring, RingIndex.LiveFolder);
        _requests = Path.Combine(settings.Ring, RingIndex.RunFolder, "history");
    }

    /// <summary>Bytes of all reports; the oldest go first.</summary>
    public long MostBytes { get; init; } = ServiceLimits.MostHistoryBytes;

    /// <summary>Keeps until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await TurnAsync(DateTimeOffset.UtcNow, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await Task.Delay(Look, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Keeps what is due: all processes when an hour has ended, and each process when it has ended.</summary>
    public async Task TurnAsync(DateTimeOffset now, CancellationToken stop)
    {
        var last = _hour ??= HourOf(now);
        var isHour = HourOf(now) > last;
        foreach (var process in _watch.Processes.Where(process => process.Facts.Parts.Count > 0).ToList())
        {
            var hasEnded = process.Facts.State == RingProcess.Ended;
            if (hasEnded ? !_ended.Add(process.Key) : !isHour) continue;
            await KeepAsync(process, isHour ? last : HourOf(now), stop).ConfigureAwait(false);
        }

        _ended.RemoveWhere(key => _watch.Find(key) is null);
        if (!isHour) return;
        _hour = HourOf(now);
        RemoveOld(now);
    }

    /// <summary>Keeps a report of each process now, the watcher ends; as many as the time allows.</summary>
    public async Task EndAsync(CancellationToken stop)
    {
        foreach (var process in _watch.Processes.Where(one => one.Facts.Parts.Count > 0 && !_ended.Contains(one.Key)).ToList())
            await KeepAsync(process, HourOf(DateTimeOffset.UtcNow), stop).ConfigureAwait(false);
    }

    internal void RemoveOld(DateTimeOffset now)
    {
        if (!Directory.Exists(_history)) return;
        var left = MostBytes;
        var oldest = (now - MostAge).UtcDateTime.ToString(DateFormat, CultureInfo.InvariantCulture);
        foreach (var day in Directory.EnumerateDirectories(_history).OrderDescending(StringComparer.Ordinal).ToList())
        {
            var isOld = string.CompareOrdinal(Path.GetFileName(day), oldest) < 0;
            foreach (var file in Directory.EnumerateFiles(day).OrderDescending(StringComparer.Ordinal).ToList())
            {
                left -= new FileInfo(file).Length;
                if (isOld || left < 0) File.Delete(file);
            }

            if (!Directory.EnumerateFileSystemEntries(day).Any()) Directory.Delete(day);
        }
    }

    /// <summary>The identity of a process: a JVM's log, for one, has none, and a report of a fleet needs it.</summary>
    internal static IEnumerable<string> LabelsOf(RingProcess process)
    {
        (string Key, string? Value)[] known =
        [
            ("service.name", process.Service), ("service.version", process.ServiceVersion),
                ("host.name", process.Host ?? Environment.MachineName),
            ("container.id", process.Container), ("pid", process.Id.ToString(CultureInfo.InvariantCulture)),
        ];
        return known.Where(label => label.Value is { } value && ResourceAttributes.IsValue(value))
            .SelectMany(label => new[] { "--label", $"{label.Key}={label.Value}" });
    }

    private static DateTimeOffset HourOf(DateTimeOffset time) => new(time.Year, time.Month, time.Day, time.Hour, 0, 0, time.Offset);

    private async Task KeepAsync(FollowedProcess process, DateTimeOffset hour, CancellationToken stop)
    {
        var facts = process.Facts;
        if (facts.OldestPart is not { } part) return;
        try
        {
            Directory.CreateDirectory(_requests);
            _files.CopyTo(_requests, part.Since);
            var recordings = Path.Combine(_live, facts.Key, part.Name);
            var requests = RequestFiles.In(_requests).ToList();
            if (await _keeper.ReportAsync(facts, recordings, requests, stop, LabelsOf(facts))
                .ConfigureAwait(false) is not { } report) return;
            var day = Path.Combine(_history, hour.UtcDateTime.ToString(DateFormat, CultureInfo.InvariantCulture));
            Directory.CreateDirectory(day);
            var service = RingKeeper.NameOf(facts.Service);
            var name = string.Create(CultureInfo.InvariantCulture, $"{hour.UtcDateTime:HH}-{service}-{facts.Id}.json");
            WholeFile.Write(Path.Combine(day, name), report);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine($"unpause watch: the history of process {facts.Id} could not be kept: {e.Message}");
        }
        finally
        {
            if (Directory.Exists(_requests)) Directory.Delete(_requests, recursive: true);
        }
    }
}
