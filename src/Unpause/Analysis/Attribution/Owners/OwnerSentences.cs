using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Owners;

/// <summary>Says whose requests were taken, whose were left out, and what to type where nobody can tell.</summary>
internal static class OwnerSentences
{
    private const int MostListed = 8;

    /// <summary>
    /// What was chosen, or why nothing was; null when there is nothing to say: one process served, and nothing speaks against it.
    /// </summary>
    /// <param name="choice">The choice.</param>
    /// <param name="all">All processes that the input names.</param>
    /// <param name="recording">The recording.</param>
    /// <param name="asked">Whether the user named it: then what is left out is no surprise.</param>
    public static Explanation? Of(OwnerChoice choice, IReadOnlyList<Candidate> all, Recording recording, bool asked)
    {
        if (asked && choice.Reason is (OwnerReason.OnlyOne or OwnerReason.Tie)) return null;
        var what = Of(recording);
        if (choice.Taken is { } taken) return Taken(choice, taken, LeftOut(taken, all), what, recording.Source.Traits.OneOf);
        return Explanation.Refusal(choice.Reason switch
        {
            OwnerReason.NoneLeft => NoneLeft(choice.Considered, what, recording.Source.Traits.OneOf),
            OwnerReason.OtherRuntime => OtherRuntime(choice.Considered[0], what, recording.Source.Traits.OneOf),
            _ => Ambiguous(choice, what),
        });
    }

    private static Explanation? Taken(OwnerChoice choice, Candidate taken, string left, string what, string runtime)
    {
        var name = Name(taken.Served);
        return choice.Reason switch
        {
            OwnerReason.OnlyOne or OwnerReason.Tie when left.Length == 0 => null,
            OwnerReason.OnlyOne => Explanation.Warning($"Only {name} can be {what}. {left}"),
            OwnerReason.Tie => Explanation.Warning($"{name} {taken.Tie.Why}: its requests are judged. {left}"),
            OwnerReason.AskedThoughOther => Explanation.Warning($"{name} {taken.Tie.Why}; it is taken for it as you named it. {left}"),
            OwnerReason.AskedThoughOtherRuntime => Explanation.Warning(
                $"{name} {taken.Tie.Why} and {what} is {runtime}: the pauses aren't its own. It is judged as you named it, because its "
                + $"requests wait for them: {Counts(taken)}. {left}"),
            _ => Explanation.Warning(
                $"{name} is taken for {what}, by the data: while a process is paused none of its requests can end, and of its own "
                + $"{Counts(taken)}; of {Others(choice.Considered, taken)}. {left} If that is wrong, name the right one with --service"
                + $"{(choice.Considered.All(other => SameName(other.Served, taken.Served)) ? " and --instance" : "")}."),
        };
    }

    private static string OtherRuntime(Candidate named, string what, string runtime) =>
        $"{Name(named.Served)} {named.Tie.Why} and {what} is {runtime}: the pauses aren't its own"
        + (named.Endings is null ? ". " : $", and its requests don't wait for them either ({Counts(named)}). ")
        + $"Give the recording of {named.Served.Name ?? "the process that served them"}, or with --service the service that was recorded.";

    /// <summary>Processes in a list: the first few, and how many more.</summary>
    public static string Listed(IReadOnlyList<string> words)
    {
        var shown = Math.Min(words.Count, MostListed);
        var list = string.Join(", ", words.Take(shown));
        return words.Count > shown ? $"{list} and {words.Count - shown} more" : list;
    }

    /// <summary>A process by its service, and by what tells it from others.</summary>
    public static string Name(Service served)
    {
        var name = served.Name ?? "an unnamed service";
        return served switch
        {
            { Instance: { } instance } => $"{name} (instance {instance})",
            { Pod: { } pod } => $"{name} (pod {pod})",
            { ProcessId: { } id, Host: { } host } => $"{name} (process {id} on {host})",
            { ProcessId: { } id } => $"{name} (process {id})",
            { Identity: { } told } => $"{name} ({told})",
            _ => name,
        };
    }

    private static string NoneLeft(IReadOnlyList<Candidate> candidates, string what, string runtime)
    {
        var named = candidates.FirstOrDefault(candidate => candidate.Tie.Strength == TieStrength.OtherProcess);
        var advice = named is null
            ? "Give the recording of the one whose slow requests you look for."
            : $"If one of them is the recorded one all the same, name it: {Flag(named, candidates)}.";
        var other = candidates.Any(candidate => candidate.Tie.Strength == TieStrength.OtherRuntime) ? $", {runtime}" : "";
        return $"Requests of {Listed([.. candidates.Select(NotIt)])} are left out: they belong to none of the recorded processes "
            + $"({what}{other}). {advice}";
    }

    /// <summary>A process with what speaks against it, unless its name says it.</summary>
    private static string NotIt(Candidate candidate)
    {
        var name = Name(candidate.Served);
        return candidate switch
        {
            { Tie.Strength: TieStrength.OtherRuntime } => $"{name} ({candidate.Tie.Why})",
            { Served: { Instance: null, Pod: null, ProcessId: not null } } => name,
            _ => $"{name}, which {candidate.Tie.Why},",
        };
    }

    private static string Ambiguous(OwnerChoice choice, string what)
    {
        var considered = choice.Considered;
        var names = considered.Select(candidate => candidate.Served.Name).Distinct(StringComparer.Ordinal).Count();
        var kind = names == considered.Count
            ? $"{considered.Count} services"
            : names == 1
                ? $"{considered.Count} instances of {considered[0].Served.Name ?? "one service"}"
                : $"{considered.Count} processes";
        var why = choice.Reason switch
        {
            OwnerReason.SeveralFit =>
                $"The requests of {Listed([.. considered.Where(candidate => candidate.Fits).Select(candidate => Name(candidate.Served))])} "
                + "all keep out of its pauses",
            OwnerReason.TooMany => $"More than {Limits.CandidateProcesses} can't be held against its pauses",
            _ when considered.All(candidate => candidate.Endings is not { Tells: true }) => "Its pauses are too few or too short to tell",
            _ => "No one's requests clearly keep out of its pauses, as the recorded one's would",
        };
        var list = considered.Select(
            candidate => $"{Name(candidate.Served)}, {Quantities.Count(candidate.Requests)} requests{Found(candidate)}").ToList();
        var also = names > 1 && names < considered.Count ? " (and --instance where it has several)" : "";
        return $"Whose pauses these are can't be told: {what} was recorded, and {kind} served requests. {why}. "
            + $"Name the recorded one{also}, for example {Flag(considered[0], considered)}. They are: {string.Join("; ", Shown(list))}.";
    }

    private static IEnumerable<string> Shown(List<string> list) =>
        list.Count <= MostListed ? list : [.. list.Take(MostListed), $"and {list.Count - MostListed} more"];

    private static string Found(Candidate candidate) =>
        candidate.Endings is { ByChance: >= 1 } endings
            ? $" ({Quantities.Count(endings.Inside)} end inside pauses, by chance {Chance(endings)})"
            : "";

    private static string Counts(Candidate candidate) =>
        candidate.Endings is { ByChance: >= 1 } endings
            ? $"{Quantities.Count(endings.Inside)} end inside a pause, by chance it would be {Chance(endings)}"
            : "too few would end inside a pause by chance to tell";

    private static string Chance(EndingsInPauses endings) => Quantities.Count((long)Math.Round(endings.ByChance));

    private static string Others(IReadOnlyList<Candidate> considered, Candidate taken)
    {
        var other = Other(considered, taken);
        var begin = other is { Fits: true, Beginnings: { } begins } && taken.Beginnings is { } own
            ? $", and {Quantities.Count(begins.Inside)} begin inside one, of {Name(taken.Served)} {Quantities.Count(own.Inside)}"
            : "";
        return $"{Name(other.Served)} {Counts(other)}{begin}";
    }

    /// <summary>Of the others the one that comes nearest.</summary>
    private static Candidate Other(IReadOnlyList<Candidate> considered, Candidate taken) =>
        considered.Where(candidate => !ReferenceEquals(candidate, taken)).OrderBy(candidate => candidate.Endings?.Foreign ?? 1).First();

    /// <summary>What to type to take one of several.</summary>
    private static string Flag(Candidate candidate, IReadOnlyList<Candidate> among)
    {
        var served = candidate.Served;
        var service = served.Name is { } name ? $"--service {Quoted(name)}" : "";
        var alone = among.All(other => ReferenceEquals(other, candidate) || !SameName(other.Served, served));
        return alone || served.Identity is not { } told ? service : $"{service} --instance {Quoted(told)}".Trim();
    }

    private static bool SameName(Service a, Service b) => string.Equals(a.Name, b.Name, StringComparison.OrdinalIgnoreCase);

    private static string Quoted(string word) =>
        word.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_' or '/' or ':' or '@')
            ? word
            : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static string LeftOut(Candidate taken, IReadOnlyList<Candidate> all)
    {
        var others = all.Where(candidate => candidate.Process != taken.Process && candidate.Requests > 0)
            .OrderByDescending(candidate => candidate.Requests).ToList();
        if (others.Count == 0) return "";
        return $"{Quantities.Count(others.Sum(candidate => candidate.Requests))} requests of "
            + $"{Listed([.. others.Select(candidate => Name(candidate.Served))])} are left out.";
    }

    /// <summary>A recorded process in a sentence.</summary>
    public static string Of(Recording recording) => recording.Source switch
    {
        { ProcessId: { } id } => $"process {id}",
        { Files.Count: > 0 } source => $"the process of {Path.GetFileName(source.Files[0])}",
        var source => $"a {source.Runtime} process",
    };

}
