using Unpause.Analysis.Events;
using Unpause.Recordings.Words;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Composition;

/// <summary>What one stop was, and why it was long, in sentences that its recording shows.</summary>
internal sealed class StopText(Recording recording)
{
    /// <summary>From this factor on, a length or an amount is called more than usual.</summary>
    private const double Unusual = 1.5;

    /// <summary>A part that is named although none dominates: at least this share.</summary>
    private const double Notable = 0.2;

    private const int MostParts = 3;

    /// <summary>Length, moment, pause and collection: <c>538 ms at 4.21 s: Pause Young (G1 Evacuation Pause), collection 13</c>.</summary>
    public string What(PauseExplanation stop)
    {
        var at = Moment(stop.Stop);
        var length = $"{Quantities.Duration(stop.Stop.DurationNanoseconds)}{at}";
        if (stop.Collection is not { } index)
        {
            var reason = recording.Source.Traits.ReasonOf(stop.Name)?.Name ?? stop.Name;
            return $"{length}: {PlainText.Clean(stop.Stop.ForCollection ? stop.Name : reason)}";
        }

        var collection = recording.Collections[index];
        var cause = collection.RuntimeCause ?? collection.Cause;
        var kind = collection.Generation is { } generation ? $"{generation} collection" : "collection";
        var name = PlainText.Clean(stop.Name);
        var why = cause is null ? "" : $", cause {PlainText.Clean(cause)}";
        return string.Create(CultureInfo.InvariantCulture, $"{length}: {kind} {collection.Number} ({name}{why})");
    }

    /// <summary>A few sentences; at least one.</summary>
    public string Why(PauseExplanation stop)
    {
        var sentences = new List<string>();
        if (Cause(stop) is { } cause) sentences.Add(cause);
        if (Part(stop) is { } part) sentences.Add(part);
        if (stop.Cause != PauseCause.OffCpu && Cpu(stop) is { } cpu) sentences.Add(cpu);
        if (Freed(stop) is { } freed) sentences.Add(freed);
        if (Peers(stop) is { } peers) sentences.Add(peers);
        if (sentences.Count == 0 && stop.Name.Contains("remark", StringComparison.OrdinalIgnoreCase))
        {
            sentences.Add(
                "A remark ends marking, processes references and unloads classes; the recording does not show which of them took the "
                + "time.");
        }

        if (sentences.Count == 0 && stop.Name == JvmPhases.CmsInitialMark)
        {
            sentences.Add("An initial mark of CMS scans the roots and the whole young generation, up to JDK 7 with one thread.");
        }

        if (sentences.Count == 0) sentences.Add("The recording shows how long it took, and nothing that explains it.");
        return string.Join(' ', sentences);
    }

    private string? Cause(PauseExplanation stop)
    {
        var trigger = PlainText.Clean(stop.Answer(PauseQuestion.Trigger)?.Word ?? "");
        return stop.Cause switch
        {
            PauseCause.StoppingThreads =>
                $"Stopping the threads took {Quantities.Duration(stop.Answers[0].Nanoseconds ?? 0)} of it "
                + $"({recording.Source.Traits.TimeToStop}), "
                + "more than the work after it.",
            PauseCause.OtherOperation => stop.Answers[1] is { State: AnswerState.Yes, Word: { } word }
                ? $"It was not for GC: {PlainText.Clean(word)}."
                : "It was no recorded GC pause, and what it was for is not recorded.",
            PauseCause.OffCpu =>
                $"The GC threads ran for {Ran(stop.CpuTime!.Value.Cpu)} of "
                + $"{Quantities.Duration(recording.Pauses[stop.Stop.Pause].DurationNanoseconds)}; for the rest they were off the CPU: they "
                + "waited for a CPU, for memory that was swapped out, or for the disk of the GC log.",
            PauseCause.TooSlow => TooSlow(stop),
            PauseCause.Finalizers => Finalizers(stop),
            PauseCause.Failure => Failure(stop.Answer(PauseQuestion.Failure)?.Word),
            PauseCause.Induced => $"Code asked for it ({trigger}){CallSite()}.",
            PauseCause.Diagnostic => $"A tool asked for it ({trigger}).",
            PauseCause.Metadata => $"Class metadata or the code cache ran out of room ({trigger}).",
            PauseCause.LargeObject => $"The allocation of a large object triggered it ({trigger}).",
            _ => null,
        };
    }

    /// <summary>CPU time was used, but for hardly any work.</summary>
    private string TooSlow(PauseExplanation stop)
    {
        var pause = recording.Pauses[stop.Stop.Pause].DurationNanoseconds;
        var most = new PauseCauses(recording).MostBytes(stop.Stop) ?? 0;
        var cpu = stop.CpuTime is var (used, _) ? $" in {Quantities.Duration(used)} of CPU time" : "";
        var rate = Quantities.Bytes(most / (pause / 1e9));
        return $"At most {Quantities.Bytes(most)} were to be collected{cpu}: {rate}/s, far less than memory allows. "
            + "Memory was swapped out, or GC threads waited for each other.";
    }

    /// <summary>CPython calls finalizers of unreachable objects, and callbacks of weak references to them, inside the collection.</summary>
    private string Finalizers(PauseExplanation stop)
    {
        var pause = recording.Pauses[stop.Stop.Pause];
        var examined = new PauseCauses(recording).ExaminedObjects(stop.Stop) ?? 0;
        var each = Quantities.Duration((double)pause.DurationNanoseconds / Math.Max(1, examined));
        return $"It examined about {Quantities.Count(examined, "object")}, {each} each, where 0.1 µs is usual: what the "
            + $"{Quantities.Count(FreedObjects(pause), "object")} that it freed run or release took the time (__del__, callbacks of weak "
            + "references, large buffers).";
    }

    private long FreedObjects(Pause pause) => recording.Collections[pause.Collection].FreedObjects ?? 0;

    /// <summary>What a collection of the whole heap freed.</summary>
    private string? Freed(PauseExplanation stop)
    {
        if (stop.Collection is not { } index) return null;
        var whole = recording.Collections[index];
        if (whole is not { WholeHeap: true, Kind: CollectionKind.Blocking }) return null;
        if (whole is { HeapBeforeBytes: null, FreedObjects: { } objects } && recording.Source.Collector == PythonCollectors.Generational)
            return $"It examined every tracked object, and freed {Quantities.Count(objects)} of them.";
        return whole is { HeapBeforeBytes: { } before, HeapAfterBytes: { } after } && before >= after
            ? $"It freed {Quantities.Bytes(before - after)} of {Quantities.Bytes(before)}."
            : null;
    }

    /// <summary>The JVM cuts user and system time to 10 ms each.</summary>
    private static string Ran(long cpu) => cpu == 0 ? "less than 20 ms" : Quantities.Duration(cpu);

    private static string Failure(string? word) => word switch
    {
        JvmMarks.EvacuationFailure => "There was no free region to copy survivors to (evacuation failure).",
        JvmMarks.ConcurrentModeFailure =>
            "The old generation filled up before the concurrent cycle ended (concurrent mode failure).",
        JvmMarks.PromotionFailed => "The old generation had no room for promoted objects (promotion failed).",
        JvmMarks.TimeLimit => "Collections take more time than GCTimeLimit allows and free too little: OutOfMemoryError is next.",
        JvmMarks.Degenerated => "A concurrent cycle ran out of memory and was finished in the pause (degenerated GC).",
        _ => $"Objects could not be promoted or evacuated ({PlainText.Clean(word ?? "")}).",
    };

    /// <summary>Only where all induced collections come from one place is this one known to.</summary>
    private string CallSite() => recording.InducedBy is [{ Stack: [var method, ..] }] ? $", by {PlainText.Clean(method)}" : "";

    private static string? Part(PauseExplanation stop)
    {
        var whole = stop.Stop.DurationNanoseconds;
        if (stop.Cause is PauseCause.StoppingThreads or PauseCause.OtherOperation) return null;
        var named = stop.Parts.Where(part => part.Kind is not PausePartKind.Collecting).ToList();
        if (stop.Dominating is { Kind: not PausePartKind.Collecting } most)
        {
            var phase = most.Phase is { } name && most.Kind != PausePartKind.OtherPhase ? $" (phase {PlainText.Clean(name)})" : "";
            return $"{Sentence(StopWords.Describe(most))}{phase} took {Quantities.Duration(most.Nanoseconds)} of "
                + $"{Quantities.Duration(whole)}.";
        }

        named.RemoveAll(part => part.Nanoseconds < whole * Notable);
        if (named.Count == 0) return null;
        var parts = named.Take(MostParts).Select(part => $"{StopWords.Describe(part)} {Quantities.Duration(part.Nanoseconds)}");
        return $"Most of it: {string.Join(", ", parts)}.";
    }

    private static string? Cpu(PauseExplanation stop)
    {
        if (stop.CpuTime is not var (cpu, system)) return null;
        if (stop.Answer(PauseQuestion.KernelTime) is { State: AnswerState.Yes })
        {
            return $"The kernel used {Quantities.Duration(system ?? 0)} of {Quantities.Duration(cpu)} of CPU time: page faults, or memory "
                + "that is given back and taken again.";
        }

        return stop.Answer(PauseQuestion.OffCpu) is { State: AnswerState.Yes, Nanoseconds: { } waited }
            ? $"For at least {Quantities.Duration(waited)} of it, no GC thread was on a CPU."
            : null;
    }

    private static string? Peers(PauseExplanation stop)
    {
        if (stop.Peers is not { MedianNanoseconds: > 0 } peers) return null;
        var factor = (double)stop.Stop.DurationNanoseconds / peers.MedianNanoseconds;
        var median = $"{Quantities.Count(peers.Count)} others of its kind (median {Quantities.Duration(peers.MedianNanoseconds)})";
        if (factor < Unusual) return $"It is about as long as {median}.";
        var longer = $"It took {Factor(factor)} times as long as {median}";
        if (peers.Work is not { } work) return $"{longer}.";
        var amounts = $"{Amount(work.Measure, work.Amount)}, usually {Number(work.Measure, work.Median)}";
        if (stop.Answer(PauseQuestion.SlowerWork)?.State == AnswerState.Yes)
        {
            return work.Ratio is >= Unusual and var more
                ? $"{longer}, with {Factor(more)} times the work: {amounts}."
                : $"{longer}, but not with more work: {amounts}.";
        }

        return work.Ratio is >= Unusual and var times ? $"{longer}, for {Factor(times)} times the work: {amounts}." : $"{longer}.";
    }

    private static string Amount(WorkMeasure measure, long amount) => measure switch
    {
        WorkMeasure.SurvivedBytes => $"{Quantities.Bytes(amount)} survived",
        WorkMeasure.PromotedBytes => $"{Quantities.Bytes(amount)} were promoted",
        WorkMeasure.LiveBytes => $"{Quantities.Bytes(amount)} were live",
        _ => $"{Quantities.Count(amount)} objects since the collection before",
    };

    private static string Number(WorkMeasure measure, long amount) =>
        measure == WorkMeasure.AllocatedObjects ? Quantities.Count(amount) : Quantities.Bytes(amount);

    private string Moment(FeltStop stop)
    {
        if (!stop.HasTime) return "";
        // A log may begin inside its first pause.
        var at = stop.StartNanoseconds < 0 ? " at the start" : $" at {Quantities.Duration(stop.StartNanoseconds)}";
        return recording.Clock.StartedAt is { } started
            ? $"{at}, {started.UtcDateTime.AddTicks(stop.StartNanoseconds / 100).ToString("u", CultureInfo.InvariantCulture)}"
            : at;
    }

    private static string Factor(double factor) => factor.ToString(factor < 10 ? "0.0" : "0", CultureInfo.InvariantCulture);

    private static string Sentence(string phrase) => char.ToUpperInvariant(phrase[0]) + phrase[1..];
}
