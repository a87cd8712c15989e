using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Requests;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.SlowRequests;

/// <summary>Which watched processes may have served a request.</summary>
internal static class RequestOwners
{
    // A stop is seen after its end, at most so late: the runtime's events, the ring's files and the watcher's look each add a little.
    private static readonly TimeSpan MostLate = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The only one that is watched; else the one that the source names; else those that were stopped during the request. With the reason,
    /// in words.
    /// </summary>
    public static IReadOnlyList<(FollowedProcess Process, string Why)> Find(IEnumerable<FollowedProcess> watched, ServedRequest request)
    {
        var all = watched.Where(process => process.Facts.Parts.Count > 0).ToList();
        if (all.Count == 1) return [(all[0], "")];
        if (request.Service is { } service)
        {
            var named = all.Where(process => IsNamed(process.Facts, service)).ToList();
            if (named.Count > 0) return [.. named.Select(process => (process, "; its source names this process or its service"))];
            // Another service's: no stop here made it slow.
            if (service.Name is not null && all.Exists(process => process.Facts.Service == service.Name)) return [];
        }

        var stopped = new List<(FollowedProcess, string)>();
        foreach (var process in all)
        {
            if (LongestStop(process, request) is not { } longest) continue;
            var time = Quantities.Duration((double)longest);
            stopped.Add((process, $"; this process was stopped for {time} during it and may have served it"));
        }

        return stopped;
    }

    /// <summary>
    /// The process that surely served what a source says: the only one that it names, or the only one that is watched where it names none.
    /// </summary>
    public static FollowedProcess? FindOnly(IEnumerable<FollowedProcess> watched, Service? service)
    {
        var all = watched.Where(process => process.Facts.Parts.Count > 0);
        if (service is { Name: not null } or { ProcessId: not null })
            all = all.Where(process => IsNamed(process.Facts, service) && IsSame(service.Host, process.Facts.Host));
        var first = all.Take(2).ToList();
        return first.Count == 1 ? first[0] : null;
    }

    private static bool IsNamed(RingProcess facts, Service service)
    {
        // In a container a process has another id, and many have id 1: there the name counts.
        if (service.ProcessId is { } id && facts.Container is null) return facts.Id == id;
        return service.Name is not null && string.Equals(service.Name, facts.Service, StringComparison.OrdinalIgnoreCase)
            && IsSame(service.Host, facts.Host) && IsSame(service.Pod, facts.Pod);
    }

    private static bool IsSame(string? one, string? other) => one is null || other is null || one == other;

    private static long? LongestStop(FollowedProcess process, ServedRequest request)
    {
        long? longest = null;
        foreach (var (at, stop) in process.Recent(request.Start))
        {
            var from = at - MostLate - TimeSpan.FromMicroseconds(stop.Nanoseconds / 1000);
            if (from < request.End && stop.Nanoseconds > (longest ?? 0)) longest = stop.Nanoseconds;
        }

        return longest;
    }
}
