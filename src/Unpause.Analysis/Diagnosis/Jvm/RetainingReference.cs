using Unpause.Analysis.Retainers;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>The reference that retains most of a JVM's sampled long-lived objects. Times in nanoseconds.</summary>
/// <param name="Via">The reference to clear.</param>
/// <param name="Largest">The largest group of objects that it retains.</param>
/// <param name="Objects">Sampled objects that it retains.</param>
/// <param name="Held">Sampled objects whose retainer is known.</param>
/// <param name="MaxAgeNanoseconds">Age of the oldest object that it retains.</param>
/// <param name="IsReleased">Whether none is nearly as old as the recording: they are released in the end, so it is not a leak.</param>
internal sealed record RetainingReference(
    RetainerLink Via, HeapRetainer Largest, int Objects, int Held, long MaxAgeNanoseconds, bool IsReleased)
{
    /// <summary>Fewest objects that it must retain.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest sampled objects that it retains", 10, "objects", "a share of fewer objects is not reliable");

    /// <summary>Smallest share of all objects whose retainer is known.</summary>
    public static readonly Threshold Least = Threshold.Percent(
        "smallest share of the sampled objects that it retains", 30, "clearing it then helps more than anything else");

    /// <summary>Highest age of the oldest object, relative to the recording, at which objects count as released in the end.</summary>
    public static readonly Threshold MediumLived = Threshold.Percent(
        "age of the oldest object, relative to the recording, from which it counts as retained for good", 50,
        "objects that are released are rarely half as old as the recording");

    private const int FramesShown = 3;

    /// <summary>Finds it; null if no reference retains many objects, or none was recorded.</summary>
    public static RetainingReference? Find(AnalysedProcess process)
    {
        if (process.Summary.Retainers is not { } retainers) return null;
        var most = retainers.Retainers.Where(retainer => retainer.Via is not null)
            .GroupBy(retainer => retainer.Via!.Value)
            .MaxBy(group => group.Sum(retainer => retainer.Objects));
        if (most is null) return null;
        var objects = most.Sum(retainer => retainer.Objects);
        if (objects < Fewest.Value || objects < Least.Share * retainers.Held) return null;
        var oldest = most.Max(retainer => retainer.MaxAgeNanoseconds);
        var isReleased = process.Recording.ObservedNanoseconds is { } observed && oldest < MediumLived.Share * observed;
        return new RetainingReference(most.Key, most.MaxBy(retainer => retainer.Objects)!, objects, retainers.Held, oldest, isReleased);
    }

    /// <summary>The evidence for it.</summary>
    public List<Evidence> Seen()
    {
        List<Evidence> evidence =
        [
            Evidence.Count(
                "retained_objects",
                $"sampled live objects retained by {Via} (of {Held} whose retainer is known): {Largest.Text}",
                Objects,
                "objects"),
            Evidence.Seconds("age_max_s", "age of the oldest of these objects", MaxAgeNanoseconds / 1e9),
        ];
        if (Largest.Container is { } container)
        {
            evidence.Add(Evidence.Count("container_objects", $"of these, objects in {container}{Rooted}", Largest.Objects, "objects"));
        }
        else if (Rooted.Length > 0) evidence.Add(Evidence.Count("root_objects", "of these, objects" + Rooted, Largest.Objects, "objects"));
        if (Largest.Stack.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "site_objects",
                "of these, allocated mostly in " + string.Join(" ← ", Largest.Stack.Take(FramesShown)), Largest.Objects, "objects"));
        }

        return evidence;
    }

    public Advice Advice() => IsReleased
        ? new(
            $"{Via} retains each object for up to {MaxAgeNanoseconds / 1e9:0.0} s. Clear it when the work is done, cancel the timer task "
            + "that it belongs to, or let it reference an id instead of the object.",
            Code: "Timeout timeout = timer.newTimeout(task, 3, SECONDS); future.whenComplete((r, e) -> timeout.cancel());")
        : new($"Check {Largest.Container?.ToString() ?? Via.ToString()}: objects that {Via} retains are as old as the recording. Limit its "
            + "size, let entries expire, or remove them when they are done.");

    private string Rooted => Largest.Root is { } root
        ? $", rooted in {root.System}{(root.Type is { } type ? ", " + type : "")}{(root.Description is { } text ? ", " + text : "")}"
        : "";
}
