using System.Collections.Concurrent;
using System.Globalization;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Watch.Judging;

/// <summary>
/// Keeps the last minutes of a process: copies the oldest part of its ring, and has <c>unpause report</c> read the copy. So the verdict
/// is the one that the command gives on the same files.
/// </summary>
internal sealed class RingKeeper
{
    // Runtimes whose recordings may have requests of their own.
    private static readonly string[] RecordRequests = [Runtimes.DotNet, Runtimes.CPython];

    private const int MostNameChars = 40, MostRecent = 50;

    private readonly string _live, _kept;
    private readonly ReportRunner _reports;
    private readonly WatchSettings _settings;
    private readonly ConcurrentDictionary<string, Queue<DateTimeOffset>> _times = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, KeptRing> _recent = new(StringComparer.Ordinal);
    private readonly Lock _removing = new();
    private long _count, _refused;

    /// <summary>Keeps into the ring's own folder.</summary>
    public RingKeeper(WatchSettings settings, ReportRunner reports)
    {
        (_settings, _reports) = (settings, reports);
        _live = Path.Combine(settings.Ring, RingIndex.LiveFolder);
        _kept = Path.Combine(settings.Ring, RingIndex.KeptFolder);
    }

    /// <summary>How many were kept, and how many were not because of the limit per hour.</summary>
    public (long Kept, long Refused) Count => (Interlocked.Read(ref _count), Interlocked.Read(ref _refused));

    /// <summary>Followed requests, which are kept with a ring.</summary>
    public RequestFiles? Requests { get; init; }

    /// <summary>The report on the recordings of a process, with requests as far as there are some; null where there is none.</summary>
    /// <param name="requests">Files with requests.</param>
    /// <param name="options">Further options of <c>report</c>.</param>
    public async Task<byte[]?> ReportAsync(
        RingProcess process, string recordings, IReadOnlyList<string> requests, CancellationToken stop, IEnumerable<string>? options = null)
    {
        List<string> more = [.. options ?? []];
        foreach (var arguments in Attempts(process, recordings, requests))
        {
            if (await _reports.RunAsync([.. arguments, .. more], stop).ConfigureAwait(false) is { } report) return report;
        }

        return null;
    }

    /// <summary>A service's name as a part of a file's name.</summary>
    public static string NameOf(string service)
    {
        var letters = service.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' or '.' ? letter : '_');
        var name = new string([.. letters.Take(MostNameChars)]).Trim('.');
        return name.Length == 0 ? "process" : name;
    }

    /// <summary>Copies the ring of a process; null where nothing is recorded, or too much was kept in the last hour.</summary>
    /// <param name="reason">Why, in words.</param>
    /// <param name="asked">Whether somebody asked for it: the limit is for what happens by itself.</param>
    public KeptRing? Copy(FollowedProcess process, string reason, DateTimeOffset now, bool asked)
    {
        if (!asked && !MayKeep(process.Key, now))
        {
            Interlocked.Increment(ref _refused);
            return null;
        }

        var facts = process.Facts;
        if (facts.OldestPart is not { } part || IsEmpty(facts.Key, part.Name)) return null;
        var stamp = now.UtcDateTime.ToString("yyyyMMdd-HHmmss-fff", CultureInfo.InvariantCulture);
        var ring = new KeptRing(Path.Combine(_kept, $"{stamp}-{NameOf(facts.Service)}-{facts.Id}"), facts, reason, now);
        CopyPart(facts.Key, part.Name, ring);
        Requests?.CopyTo(ring.Folder, part.Since);
        Interlocked.Increment(ref _count);
        Remember(ring);
        lock (_removing) RemoveOldest();
        return ring;
    }

    /// <summary>Copies the same part again, now that it has ended: .NET has written the names of methods then.</summary>
    public void CopyAgain(FollowedProcess process, KeptRing ring)
    {
        if (ring.Process.OldestPart is { Ended: false, Name: var name } && process.Facts.Parts.Any(part => part.Name == name))
            CopyPart(process.Key, name, ring);
    }

    /// <summary>Has <c>unpause report</c> read it.</summary>
    public async Task<KeptRing> JudgeAsync(KeptRing ring, CancellationToken stop)
    {
        var requests = RequestFiles.In(ring.Folder).ToList();
        var report = await ReportAsync(ring.Process, ring.Recordings, requests, stop).ConfigureAwait(false);
        if (report is null) return ring;
        // It is written again while an alert holds, and others read it.
        WholeFile.Write(Path.Combine(ring.Folder, KeptRing.ReportName), report);
        ring = ring with { Verdict = RingVerdict.Read(report) };
        Remember(ring);
        return ring;
    }

    /// <summary>Has <c>unpause report</c> write its page.</summary>
    public async Task WritePageAsync(KeptRing ring, CancellationToken stop)
    {
        var written = Path.Combine(ring.Folder, "new-" + KeptRing.PageName);
        foreach (var arguments in Attempts(ring.Process, ring.Recordings, [.. RequestFiles.In(ring.Folder)]))
        {
            await _reports.WritePageAsync(arguments, written, stop).ConfigureAwait(false);
            if (!File.Exists(written)) continue;
            File.Move(written, Path.Combine(ring.Folder, KeptRing.PageName), overwrite: true);
            return;
        }
    }

    /// <summary>A ring that an earlier judge kept, with its verdict; null where it is gone.</summary>
    public KeptRing? Find(string folder, RingProcess process)
    {
        // The folder is of a file, so it is looked for and not believed.
        if (Folders().FirstOrDefault(known => known == folder) is not { } known) return null;
        var ring = new KeptRing(known, process, "", new DateTimeOffset(Directory.GetCreationTimeUtc(known)));
        var report = new FileInfo(Path.Combine(known, KeptRing.ReportName));
        return report.Exists && report.Length <= ServiceLimits.MostDocumentBytes
            ? ring with { Verdict = RingVerdict.Read(File.ReadAllBytes(report.FullName)) }
            : ring;
    }

    /// <summary>Writes the page of the report on a process's ring as it is now; false where there is none.</summary>
    /// <param name="path">Where it goes.</param>
    public async Task<bool> WritePageAsync(FollowedProcess process, string path, CancellationToken stop)
    {
        var facts = process.Facts;
        if (facts.OldestPart is not { } part) return false;
        await _reports.WritePageAsync([Path.Combine(_live, facts.Key, part.Name)], path, stop).ConfigureAwait(false);
        return File.Exists(path);
    }

    /// <summary>The page of a kept ring; null where there is none of that name.</summary>
    public string? PageOf(string name) => Folders().FirstOrDefault(folder => Path.GetFileName(folder) == name) is { } folder
        && Path.Combine(folder, KeptRing.PageName) is var page && File.Exists(page) ? page : null;

    /// <summary>What was kept since the start, the newest first.</summary>
    public IEnumerable<KeptRing> Recent => _recent.Values.OrderByDescending(ring => ring.At);

    /// <summary>Kept rings, the newest first.</summary>
    public IEnumerable<string> Folders() => Directory.Exists(_kept)
        ? Directory.EnumerateDirectories(_kept).OrderDescending(StringComparer.Ordinal)
        : [];

    /// <summary>
    /// <c>report</c> refuses <c>--slow</c> where there is no request, and a file without requests. Neither is a reason to have no report.
    /// </summary>
    private IEnumerable<IReadOnlyList<string>> Attempts(RingProcess process, string recordings, IReadOnlyList<string> requests)
    {
        if (_settings.SlowMs is { } slow)
        {
            var threshold = string.Create(CultureInfo.InvariantCulture, $"{slow}ms");
            var named = requests.SelectMany(path => new[] { "--requests", path });
            if (requests.Count > 0) yield return [recordings, "--slow", threshold, .. named];
            if (RecordRequests.Contains(process.Runtime)) yield return [recordings, "--slow", threshold];
        }

        yield return [recordings];
    }

    private void Remember(KeptRing ring)
    {
        _recent[ring.Folder] = ring;
        foreach (var old in Recent.Skip(MostRecent)) _recent.TryRemove(old.Folder, out _);
    }

    private bool MayKeep(string key, DateTimeOffset now)
    {
        var times = _times.GetOrAdd(key, _ => new());
        lock (times)
        {
            while (times.TryPeek(out var oldest) && now - oldest > TimeSpan.FromHours(1)) times.Dequeue();
            if (times.Count >= _settings.MostKeptPerHour) return false;
            times.Enqueue(now);
        }

        // Of processes that are gone.
        foreach (var (other, kept) in _times)
        {
            lock (kept)
            {
                if (kept.LastOrDefault() is var last && now - last > TimeSpan.FromHours(1)) _times.TryRemove(other, out _);
            }
        }

        return true;
    }

    /// <summary>Whether nothing is recorded yet: its recorder has just been started.</summary>
    private bool IsEmpty(string key, string part) =>
        new DirectoryInfo(Path.Combine(_live, key, part)).EnumerateFiles().All(file => file.Length == 0);

    private void CopyPart(string key, string part, KeptRing ring)
    {
        Directory.CreateDirectory(ring.Recordings);
        foreach (var path in Directory.EnumerateFiles(Path.Combine(_live, key, part)))
        {
            // The recorder goes on writing: what is there now is copied.
            using var source = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
            using var copy = new FileStream(Path.Combine(ring.Recordings, Path.GetFileName(path)), FileMode.Create, FileAccess.Write);
            source.CopyTo(copy);
        }
    }

    private void RemoveOldest()
    {
        var left = _settings.MostKeptBytes;
        foreach (var folder in Folders().ToList())
        {
            left -= new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);
            if (left < 0) Directory.Delete(folder, recursive: true);
        }
    }
}
