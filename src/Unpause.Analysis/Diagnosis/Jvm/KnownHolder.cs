using Unpause.Analysis;
using Unpause.Analysis.Holders;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The one reference by which most of a JVM's sampled long-lived objects are held. Times in nanoseconds.</summary>
/// <param name="Via">The reference: what to let go of.</param>
/// <param name="Largest">The largest group of objects that it holds.</param>
/// <param name="Objects">Sampled objects that it holds.</param>
/// <param name="Held">Sampled objects whose holder is known.</param>
/// <param name="MaxAgeNanoseconds">The oldest that it holds.</param>
/// <param name="LetGo">Whether none of them is nearly as old as the recording, so that they are let go in the end: no leak.</param>
internal sealed record KnownHolder(HolderLink Via, HeapHolder Largest, int Objects, int Held, long MaxAgeNanoseconds, bool LetGo)
{
    /// <summary>How many objects it must hold.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest sampled objects that it holds", 10, "objects", "a share of fewer is chance");

    /// <summary>How large a part of all whose holder is known.</summary>
    public static readonly Threshold Least = Threshold.Percent(
        "least share of the sampled objects that it holds", 30, "then letting go of it is worth more than anything else");

    /// <summary>How old the oldest may be, against the recording, for the objects to be let go in the end.</summary>
    public static readonly Threshold MediumLived = Threshold.Percent(
        "age of the oldest, against the recording, from which on it holds them for good", 50,
        "what is let go is seldom half as old as the recording");

    private const int FramesShown = 3;

    /// <summary>Finds it; null when no reference holds many, or none was recorded.</summary>
    public static KnownHolder? Find(AnalysedProcess process)
    {
        if (process.Summary.Holders is not { } holders) return null;
        var most = holders.Holders.Where(holder => holder.Via is not null)
            .GroupBy(holder => holder.Via!.Value)
            .MaxBy(group => group.Sum(holder => holder.Objects));
        if (most is null) return null;
        var objects = most.Sum(holder => holder.Objects);
        if (objects < Fewest.Value || objects < Least.Share * holders.Held) return null;
        var oldest = most.Max(holder => holder.MaxAgeNanoseconds);
        var letGo = process.Recording.ObservedNanoseconds is { } observed && oldest < MediumLived.Share * observed;
        return new KnownHolder(most.Key, most.MaxBy(holder => holder.Objects)!, objects, holders.Held, oldest, letGo);
    }

    /// <summary>What was seen.</summary>
    public List<Evidence> Seen()
    {
        List<Evidence> evidence =
        [
            Evidence.Count(
                "retained_objects",
                $"sampled objects that still lived and are held by {Via} (of {Held} whose holder is known): {Largest.Text}",
                Objects,
                "objects"),
            Evidence.Seconds("age_max_s", "age of the oldest of them", MaxAgeNanoseconds / 1e9),
        ];
        if (Largest.Container is { } container)
        {
            evidence.Add(Evidence.Count("container_objects", $"of them in {container}{Rooted}", Largest.Objects, "objects"));
        }
        else if (Rooted.Length > 0) evidence.Add(Evidence.Count("root_objects", "of them" + Rooted, Largest.Objects, "objects"));
        if (Largest.Stack.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "site_objects",
                "of them allocated mostly in " + string.Join(" ← ", Largest.Stack.Take(FramesShown)), Largest.Objects, "objects"));
        }

        return evidence;
    }

    /// <summary>What to change.</summary>
    public Advice Advice() => LetGo
        ? new(
            $"{Via} keeps each object for up to {MaxAgeNanoseconds / 1e9:0.0} s. Clear it when the work is done, cancel the timer task "
            + "that it belongs to, or let it hold an id instead of the object.",
            Code: "Timeout timeout = timer.newTimeout(task, 3, SECONDS); future.whenComplete((r, e) -> timeout.cancel());")
        : new($"Look at {Largest.Container?.ToString() ?? Via.ToString()}: what {Via} holds is as old as the recording. Bound it, let "
            + "entries expire, or remove them when they are done.");

    private string Rooted => Largest.Root is { } root
        ? $", rooted in {root.System}{(root.Type is { } type ? ", " + type : "")}{(root.Description is { } text ? ", " + text : "")}"
        : "";
}
