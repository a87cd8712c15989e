namespace Unpause.Requests.Attribution.Owners;

/// <summary>
/// Which of the processes that served requests a recording is of: by what both say of themselves; where that leaves several, by the data
/// (<see cref="PauseWitness"/>). One is taken, or none: laying one process's pauses over another's requests makes verdicts out of nothing.
/// </summary>
public sealed class OwnerChoice
{
    private OwnerChoice(Candidate? taken, IReadOnlyList<Candidate> considered, OwnerReason reason) =>
        (Taken, Considered, Reason) = (taken, considered, reason);

    /// <summary>The recorded one; null when it is unknown.</summary>
    public Candidate? Taken { get; }

    /// <summary>Those between which was chosen, with what the data say of them where they were asked; the busiest first.</summary>
    public IReadOnlyList<Candidate> Considered { get; }

    /// <summary>What decided, or why nothing did.</summary>
    public OwnerReason Reason { get; }

    /// <summary>Chooses.</summary>
    /// <param name="candidates">The processes that the user allows.</param>
    /// <param name="asked">Whether the user named them: then only another runtime speaks against one.</param>
    /// <param name="sameRuntime">Whether one of another runtime is never taken.</param>
    /// <param name="witness">Asks the data.</param>
    public static OwnerChoice Choose(
        IReadOnlyList<Candidate> candidates, bool asked, bool sameRuntime, Func<List<Candidate>, List<Candidate>> witness)
    {
        var live = Busiest(candidates, candidate => candidate.Tie.Strength >= TieStrength.Possible);
        if (live.Count > 0) return Among(live, OwnerReason.OnlyOne, witness);
        if (!asked) return new OwnerChoice(null, Busiest(candidates, _ => true), OwnerReason.NoneLeft);
        var others = Busiest(candidates, candidate => candidate.Tie.Strength == TieStrength.OtherProcess);
        if (others.Count > 0) return Among(others, OwnerReason.AskedThoughOther, witness);
        // What the user knows better must show in the data: a proxy's requests, say, that wait for the recorded process.
        var proven = Ask(Busiest(candidates, _ => true), witness);
        return !sameRuntime && proven.FindAll(candidate => candidate.Fits) is [var one]
            ? new OwnerChoice(one, proven, OwnerReason.AskedThoughOtherRuntime)
            : new OwnerChoice(null, proven, OwnerReason.OtherRuntime);
    }

    /// <summary>What a reader must know of it; null where one process served, and nothing speaks against it.</summary>
    /// <param name="all">All processes that the input names.</param>
    /// <param name="asked">Whether the user named it: then what is left out is no surprise.</param>
    public Explanation? Explain(IReadOnlyList<Candidate> all, Source recorded, bool asked)
    {
        var plain = Reason is OwnerReason.OnlyOne or OwnerReason.Tie;
        if (asked && plain) return null;
        if (Taken is not { } taken) return new Explanation.NoProcessChosen(this, recorded);
        Candidate[] leftOut = [.. all.Where(candidate => candidate.Process != taken.Process && candidate.Requests > 0)
            .OrderByDescending(candidate => candidate.Requests)];
        return plain && leftOut.Length == 0 ? null : new Explanation.ProcessChosen(this, taken, leftOut, recorded);
    }

    private static OwnerChoice Among(List<Candidate> live, OwnerReason reason, Func<List<Candidate>, List<Candidate>> witness)
    {
        if (live.Exists(candidate => candidate.Inside > 0)) live = live.FindAll(candidate => candidate.Inside > 0);
        var best = live.Max(candidate => candidate.Tie.Strength);
        var top = live.FindAll(candidate => candidate.Tie.Strength == best);
        if (best == TieStrength.Name)
        {
            var named = top;
            top = named.FindAll(candidate => !named.Exists(other => NamesMore(other.Served.Name, candidate.Served.Name)));
        }

        if (top is [var only]) return new OwnerChoice(only, live, best > TieStrength.Possible ? OwnerReason.Tie : reason);
        if (top.Count > Limits.CandidateProcesses) return new OwnerChoice(null, top, OwnerReason.TooMany);
        top = Ask(top, witness);
        var fits = top.FindAll(candidate => candidate.Fits);
        var one = fits.Count switch
        {
            0 => null,
            1 => fits[0],
            _ => Clearest(fits),
        };
        var undecided = fits.Count > 0 ? OwnerReason.SeveralFit : OwnerReason.NoneFits;
        return new OwnerChoice(one, top, one is null ? undecided : OwnerReason.Data);
    }

    /// <summary>
    /// Of several that fit (a caller waits for the recorded one, a callee gets no requests while it is paused) the one whose requests keep
    /// out of the pauses clearly better than each other's: a callee's last ones end inside, and a caller's begin inside.
    /// </summary>
    private static Candidate? Clearest(List<Candidate> fits) =>
        fits.FindAll(one => fits.TrueForAll(other => ReferenceEquals(one, other) || (IsClearer(one, other) && !IsClearer(other, one))))
            is [var best] ? best : null;

    private static bool IsClearer(Candidate one, Candidate other) =>
        (one.Endings is { } ends && other.Endings is { } otherEnds && ends.ClearlyBelow(otherEnds))
        || (one.Beginnings is { } begins && other.Beginnings is { } otherBegins && begins.ClearlyBelow(otherBegins));

    private static List<Candidate> Ask(List<Candidate> candidates, Func<List<Candidate>, List<Candidate>> witness) =>
        candidates.Count > Limits.CandidateProcesses ? candidates : witness(candidates);

    /// <summary>Whether a name contains another and is longer: cart-db is more specific than cart.</summary>
    private static bool NamesMore(string? name, string? other) =>
        name is not null && other is not null && name.Length > other.Length && name.Contains(other, StringComparison.OrdinalIgnoreCase);

    private static List<Candidate> Busiest(IReadOnlyList<Candidate> candidates, Predicate<Candidate> which)
    {
        var chosen = new List<Candidate>(candidates.Count);
        foreach (var candidate in candidates)
        {
            if (which(candidate)) chosen.Add(candidate);
        }

        if (chosen.Exists(candidate => candidate.Requests > 0)) chosen.RemoveAll(candidate => candidate.Requests == 0);
        chosen.Sort((a, b) => b.Requests != a.Requests ? b.Requests.CompareTo(a.Requests) : a.Process.CompareTo(b.Process));
        return chosen;
    }
}

/// <summary>What decided whose pauses they are, or why nothing did.</summary>
public enum OwnerReason
{
    /// <summary>There is only one that can be it.</summary>
    OnlyOne,

    /// <summary>What it says of itself is what the recording says.</summary>
    Tie,

    /// <summary>The user named it, though process id, host, container or instance differ.</summary>
    AskedThoughOther,

    /// <summary>The user named it, though it runs in another runtime, and the data agree.</summary>
    AskedThoughOtherRuntime,

    /// <summary>Of several, only its requests end outside the pauses.</summary>
    Data,

    /// <summary>Nothing: what is known speaks against every one.</summary>
    NoneLeft,

    /// <summary>Nothing: the user named one that runs in another runtime, and the data do not agree.</summary>
    OtherRuntime,

    /// <summary>Nothing: requests of several end outside the pauses.</summary>
    SeveralFit,

    /// <summary>Nothing: requests of all end inside the pauses, or there are too few pauses.</summary>
    NoneFits,

    /// <summary>Nothing: there are more than are compared with the pauses.</summary>
    TooMany,
}
