using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// Makes one recording of the profiles of one process, and one of them and of what else was recorded of it (gc lines, stops), where it is
/// certain or nothing contradicts it.
/// </summary>
internal static class ProfilesOfProcess
{
    /// <summary>Go collects at least every two minutes (forcegcperiod in runtime/proc.go): its last line may be that old.</summary>
    private static readonly TimeSpan QuietTime = TimeSpan.FromMinutes(2), Slack = TimeSpan.FromSeconds(5);

    /// <summary>Joins what belongs together, and notes why.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        var groups = new List<List<Recording>>();
        foreach (var recording in recordings.Where(IsProfile))
        {
            if (groups.Find(group => IsOne(group[0], recording)) is { } known) known.Add(recording);
            else groups.Add([recording]);
        }

        if (groups.Count == 0) return recordings;
        var others = recordings.Where(recording => !IsProfile(recording) && recording.Source.Runtime == Runtimes.Go).ToList();
        var made = groups.SelectMany(JoinedProfiles.Join).ToList();
        var (gone, joined) = (new HashSet<Recording>(), new Dictionary<Recording, Recording>());
        for (var i = 0; i < made.Count; i++)
        {
            var (own, why) = OwnerOf(made[i], made, others);
            if (own is not null)
            {
                joined[own] = With(joined.GetValueOrDefault(own, own), made[i], why);
                gone.Add(made[i]);
            }
            else if (why is not null) made[i] = made[i] with { Coverage = made[i].Coverage.With(why) };
        }

        var places = new Queue<Recording>(made.Where(profile => !gone.Contains(profile)));
        var result = new List<Recording>();
        foreach (var recording in recordings)
        {
            if (!IsProfile(recording)) result.Add(joined.GetValueOrDefault(recording, recording));
            else if (places.TryDequeue(out var profile)) result.Add(profile);
        }

        return [.. result.Select(KeptSites.Limit)];
    }

    private static bool IsProfile(Recording recording) => recording.Source.Format == GoDescriptor.Profile;

    private static bool IsOne(Recording a, Recording b)
    {
        if (a.Source.Session is { } session && session == b.Source.Session) return true;
        var (first, second) = (a.Profiles[0], b.Profiles[0]);
        return first.UnixNanoseconds is not null && second.UnixNanoseconds is not null && first.MayBeOfTheProcessOf(second);
    }

    /// <summary>The process to which profiles belong, and a note on it; none where that is not certain.</summary>
    private static (Recording? Owner, string? Why) OwnerOf(Recording profile, List<Recording> all, List<Recording> others)
    {
        if (profile.Source.Session is { } session && others.Find(other => other.Source.Session == session) is { } own) return (own, null);
        if (others.Count == 0) return (null, null);
        if (others.Count > 1 || all.Count > 1)
        {
            return (null, "There are several recordings of Go programs, and it is not certain which of them these profiles belong to: "
                + "they are listed separately");
        }

        if (Contradiction(profile, others[0]) is { } reason) return (null, $"{reason}: they are listed separately");
        return (others[0], others[0].Clock.StartedAt is null
            ? "Profiles and recording are joined as one process: they are the only ones here, and the recording's time is unknown"
            : "Profiles and recording are joined as one process: they were made at the same time, and are the only ones here");
    }

    private static string? Contradiction(Recording profile, Recording recording)
    {
        // The command by the kernel or a recorder; the command of a run may be a script that starts others.
        if (recording.Source is { ProcessId: not null, Command: { } command } && profile.Source.Command is { } program
            && command.StartsWith('/') && Path.GetFileName(command) != Path.GetFileName(program))
        {
            return "The profiles are of another program than the recording";
        }

        if (recording.Clock is not { StartedAt: { } started } clock || recording.DurationNanoseconds is not { } length) return null;
        var slack = Slack + TimeSpan.FromTicks((clock.UncertaintyNanoseconds ?? 0) / 100);
        var end = started.AddTicks(length / 100);
        return profile.Profiles.Any(taken => taken.UnixNanoseconds is { } at && IsOutside(DateTimeOffset.UnixEpoch.AddTicks(at / 100)))
            ? "The profiles were made at another time than the recording"
            : null;

        bool IsOutside(DateTimeOffset moment) => moment < started - slack || moment > end + slack + QuietTime;
    }

    private static Recording With(Recording recording, Recording profile, string? why)
    {
        var coverage = recording.Coverage;
        foreach (var note in profile.Coverage.Notes) coverage = coverage.With(note.Text, note.Unreadable);
        return recording with
        {
            Coverage = why is null ? coverage : coverage.With(why),
            Allocations = profile.Allocations ?? recording.Allocations,
            LiveHeap = profile.LiveHeap ?? recording.LiveHeap,
            Goroutines = profile.Goroutines ?? recording.Goroutines,
            Profiles = [.. recording.Profiles, .. profile.Profiles],
            Source = recording.Source with
            {
                Files = [.. recording.Source.Files, .. profile.Source.Files],
                ContentId = recording.Source.ContentId is { } first && profile.Source.ContentId is { } second
                    ? ContentHash.Joined([first, second]) : null,
                Command = recording.Source.Command ?? profile.Source.Command,
            },
        };
    }
}

/// <summary>Keeps the largest places of a recording, as all readers do, once profiles are joined; the others are summed up.</summary>
internal static class KeptSites
{
    /// <summary>The recording with at most <see cref="Limits.AllocationSites"/> places of each kind, and one for the others.</summary>
    public static Recording Limit(Recording recording) => recording.Profiles.Count == 0 ? recording : recording with
    {
        Allocations = recording.Allocations is { } allocations ? allocations with { Sites = Limit(allocations.Sites) } : null,
        LiveHeap = recording.LiveHeap is { } heap ? heap with { Sites = Limit(heap.Sites) } : null,
        Goroutines = recording.Goroutines is { } goroutines ? goroutines with { Sites = Limit(goroutines) } : null,
    };

    private static IReadOnlyList<AllocationSite> Limit(IReadOnlyList<AllocationSite> sites)
    {
        if (sites.Count <= Limits.AllocationSites) return sites;
        var rest = sites.Skip(Limits.AllocationSites).ToList();
        return
        [
            .. sites.Take(Limits.AllocationSites),
            new(null, AllocationHeap.Small, Total.Sum(rest, site => site.Bytes), Total.Sum(rest, site => site.Samples), [])
            {
                Objects = Total.Sum(rest, site => site.Objects ?? 0),
            },
        ];
    }

    private static IReadOnlyList<GoroutineSite> Limit(Goroutines goroutines)
    {
        if (goroutines.Sites.Count <= Limits.AllocationSites) return goroutines.Sites;
        var rest = goroutines.Sites.Skip(Limits.AllocationSites).ToList();
        var counts = Enumerable.Range(0, goroutines.Moments.Count).Select(moment => Total.Sum(rest, site => site.Counts[moment]).Value);
        return [.. goroutines.Sites.Take(Limits.AllocationSites), new([], [.. counts])];
    }
}
