using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Owners;

/// <summary>Says whose requests were taken, whose were left out, and what to type where nobody can tell.</summary>
internal static class OwnerSentences
{
    private const int MostListed = 8;

    /// <summary>What was chosen, or why nothing was; null when there is nothing to say: one process served, and nothing speaks against it.</summary>
    /// <param name="choice">The choice.</param>
    /// <param name="all">All processes that the input names.</param>
    /// <param name="recording">The recording.</param>
    /// <param name="service">The service that the user named; null for none.</param>
    public static Explanation? Of(OwnerChoice choice, IReadOnlyList<Candidate> all, Recording recording, string? service)
    {
        var what = Of(recording);
        if (choice.Taken is { } taken)
        {
            var left = LeftOut(taken, all);
            var name = Name(taken.Served);
            return choice.Reason switch
            {
                OwnerReason.OnlyOne when left.Length == 0 => null,
                OwnerReason.OnlyOne => Explanation.Warning($"Only {name} can be {what}. {left}"),
                OwnerReason.Tie when left.Length == 0 => null,
                OwnerReason.Tie => Explanation.Warning($"{name} {taken.Tie.Why}: its requests are judged. {left}"),
                OwnerReason.AskedThoughOther => Explanation.Warning(
                    $"{name} {taken.Tie.Why}; it is taken for it as you named it. {left}"),
                OwnerReason.AskedThoughOtherRuntime => Explanation.Warning(
                    $"{name} {taken.Tie.Why}: these can't be its own pauses. It is taken as you named it, because its requests wait "
                    + $"for them: {Counts(taken)}. {left}"),
                _ => Explanation.Warning(
                    $"{name} is taken for {what}, by the data: while a process is paused none of its requests can end, and of its "
                    + $"own {Counts(taken)}; of {Others(choice.Considered, taken)}. {left}If that is wrong, name the right one: {Flag(Other(choice.Considered, taken), choice.Considered)}."),
            };
        }

        return Explanation.Refusal(choice.Reason switch
        {
            OwnerReason.NoneLeft => NoneLeft(choice.Considered, what),
            OwnerReason.OtherRuntime => $"{Name(choice.Considered[0].Served)} {choice.Considered[0].Tie.Why}: these can't be its pauses, "
                + $"and its requests don't wait for them either ({Counts(choice.Considered[0])}). Give the recording of {service}, or the "
                + "service that was recorded with --service.",
            _ => Ambiguous(choice, what),
        });
    }

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
            { Told: { } told } => $"{name} ({told})",
            _ => name,
        };
    }

    private static string NoneLeft(IReadOnlyList<Candidate> candidates, string what)
    {
        var reasons = candidates.Select(candidate => $"{Name(candidate.Served)} {candidate.Tie.Why}").ToList();
        var hint = candidates.FirstOrDefault(candidate => candidate.Tie.Strength == TieStrength.OtherProcess) is { } named
            ? $" If one of them is the recorded one all the same, name it: {Flag(named, candidates)}."
            : "";
        return $"Requests of {Listed([.. candidates.Select(candidate => Name(candidate.Served))])} are left out: they belong to none of "
            + $"the recorded processes ({what}): {Listed(reasons)}.{hint}";
    }

    private static string Ambiguous(OwnerChoice choice, string what)
    {
        var considered = choice.Considered;
        var names = considered.Select(candidate => candidate.Served.Name).Distinct(StringComparer.Ordinal).Count();
        var kind = names == considered.Count
            ? $"{considered.Count} services"
            : names == 1 ? $"{considered.Count} instances of {considered[0].Served.Name ?? "one service"}" : $"{considered.Count} processes";
        var why = choice.Reason switch
        {
            OwnerReason.SeveralFit =>
                $"The requests of {Listed([.. considered.Where(candidate => candidate.Fits).Select(candidate => Name(candidate.Served))])} "
                + "all keep out of its pauses",
            OwnerReason.TooMany => $"More than {Limits.CandidateProcesses} can't be held against its pauses",
            _ when considered.All(candidate => candidate.Endings is not { ByChance: >= 10 }) => "Its pauses are too few or too short to tell",
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
            ? $" ({Quantities.Count(endings.Inside)} end inside pauses, by chance {Quantities.Count((long)Math.Round(endings.ByChance))})"
            : "";

    private static string Counts(Candidate candidate) =>
        candidate.Endings is { ByChance: >= 1 } endings
            ? $"{Quantities.Count(endings.Inside)} end inside a pause, by chance it would be {Quantities.Count((long)Math.Round(endings.ByChance))}"
            : "too few would end inside a pause by chance to tell";

    private static string Others(IReadOnlyList<Candidate> considered, Candidate taken)
    {
        var other = Other(considered, taken);
        return $"{Name(other.Served)} {Counts(other)}";
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
        return alone || served.Told is not { } told ? service : $"{service} --instance {Quoted(told)}".Trim();
    }

    private static bool SameName(Service a, Service b) => string.Equals(a.Name, b.Name, StringComparison.OrdinalIgnoreCase);

    private static string Quoted(string word) =>
        word.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_' or '/' or ':' or '@')
            ? word
            : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static string LeftOut(Candidate taken, IReadOnlyList<Candidate> all)
    {
        var others = all.Where(candidate => candidate.Process != taken.Process && candidate.Requests > 0).ToList();
        if (others.Count == 0) return "";
        return $"{Quantities.Count(others.Sum(candidate => candidate.Requests))} requests of "
            + $"{Listed([.. others.OrderByDescending(candidate => candidate.Requests).Select(candidate => Name(candidate.Served))])} are left out. ";
    }

    /// <summary>A recorded process in a sentence.</summary>
    public static string Of(Recording recording) => recording.Source switch
    {
        { ProcessId: { } id } => $"process {id}",
        { Files.Count: > 0 } source => Path.GetFileName(source.Files[0]),
        var source => $"a {source.Runtime} process",
    };

}
