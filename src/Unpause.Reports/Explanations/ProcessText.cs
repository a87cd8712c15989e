using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Owners;

namespace Unpause.Reports.Explanations;

/// <summary>The words about whose requests are judged, whose are left out, and what to type where that is unknown.</summary>
internal static class ProcessText
{
    private const int MostListed = 8;

    /// <summary>The sentences.</summary>
    public static string Describe(Explanation explanation) => explanation switch
    {
        Explanation.ProcessUnknown unknown =>
            $"The requests do not name the process that served them, and there are {unknown.Recordings} recordings. "
            + "Give one recording, or requests with a process.pid.",
        Explanation.ServiceNotFound missing => NotFound(missing),
        Explanation.ProcessesUnmatched unmatched =>
            $"Requests of {Listed([.. unmatched.Served.Select(Name)])} are left out: they match none of the recorded processes "
            + $"({Listed([.. unmatched.Recorded.Select(Recorded)])}), or it is unknown which. "
            + "Give one recording and name its service with --service.",
        Explanation.ProcessChosen chosen => Chosen(chosen).TrimEnd(),
        Explanation.NoProcessChosen { Choice: var choice, Recorded: var recorded } => choice.Reason switch
        {
            OwnerReason.NoneLeft => NoneLeft(choice.Considered, Recorded(recorded), recorded.Traits.OneOf),
            OwnerReason.OtherRuntime => OtherRuntime(choice.Considered[0], Recorded(recorded), recorded.Traits.OneOf),
            _ => Ambiguous(choice, Recorded(recorded)),
        },
        Explanation.ForeignServed foreign => Foreign(foreign),
        _ => throw new ArgumentOutOfRangeException(nameof(explanation)),
    };

    private static string NotFound(Explanation.ServiceNotFound missing)
    {
        var sought = (missing.Service, missing.Instance) switch
        {
            ({ } service, null) => $"the service '{service}'",
            ({ } service, { } instance) => $"the instance '{instance}' of the service '{service}'",
            (_, var instance) => $"the instance '{instance}'",
        };
        return $"No request was served by {sought}. The requests name {Listed([.. missing.Known.Select(Name)])}.";
    }

    private static string Chosen(Explanation.ProcessChosen chosen)
    {
        var (choice, taken, what, left) = (chosen.Choice, chosen.Taken, Recorded(chosen.Recorded), LeftOut(chosen.LeftOut));
        var name = Name(taken.Served);
        return choice.Reason switch
        {
            OwnerReason.OnlyOne => $"Only {name} can be {what}. {left}",
            OwnerReason.Tie => $"{name} {Fact(taken.Tie)}, so its requests are judged. {left}",
            OwnerReason.AskedThoughOther => $"{name} {Fact(taken.Tie)}. It is judged because you named it. {left}",
            OwnerReason.AskedThoughOtherRuntime =>
                $"{name} {Fact(taken.Tie)} and {what} is {chosen.Recorded.Traits.OneOf}, so the pauses are not its own. "
                + $"It is judged because you named it, and because its requests wait for these pauses: {Counts(taken)}. {left}",
            _ =>
                $"{name} is judged as {what}, by the data: no request of a paused process can end. Of its own, {Counts(taken)}; of "
                + $"{Others(choice.Considered, taken)}. {left} If that is wrong, name the right one with --service"
                + $"{(choice.Considered.All(other => SameName(other.Served, taken.Served)) ? " and --instance" : "")}.",
        };
    }

    private static string OtherRuntime(Candidate named, string what, string runtime) =>
        $"{Name(named.Served)} {Fact(named.Tie)} and {what} is {runtime}, so the pauses are not its own. "
        + (named.Endings is null ? "" : $"Its requests do not wait for these pauses either: {Counts(named)}. ")
        + $"Give the recording of {named.Served.Name ?? "the process that served them"}, or name the recorded service with --service.";

    /// <summary>What a process has in common with the recorded one, or not, as the end of a sentence.</summary>
    private static string Fact(Tie tie) => tie switch
    {
        { Fact: TieFact.Runtime } => $"runs in {tie.Served}",
        { Fact: TieFact.ServiceName } => "is the name of the recorded service" + OnHost(tie),
        { Fact: TieFact.CommandLine } => "is in the recorded command line" + OnHost(tie),
        { Fact: TieFact.FileName } => $"is in the file name {tie.Served}" + OnHost(tie),
        { Recorded.Length: > 0 } => $"{Has(tie)}, the recorded one {(tie.Fact is TieFact.Container or TieFact.Host ? "in" : "is")} "
            + $"{tie.Recorded}",
        _ => $"{Has(tie)}, like the recorded process",
    };

    private static string Has(Tie tie) => tie.Fact switch
    {
        TieFact.Container => $"runs in container {tie.Served}",
        TieFact.ProcessId => $"is process {tie.Served}",
        TieFact.Instance => $"is instance {tie.Served}",
        TieFact.Pod => $"is pod {tie.Served}",
        TieFact.HostId => $"is on the host with id {tie.Served}",
        TieFact.Host => $"is on host {tie.Served}",
        _ => "is possible",
    };

    private static string OnHost(Tie tie) => tie.Host is { } host ? $", on host {host}" : "";

    /// <summary>A list of processes: the first few, and how many more.</summary>
    private static string Listed(IReadOnlyList<string> words)
    {
        var shown = Math.Min(words.Count, MostListed);
        var list = string.Join(", ", words.Take(shown));
        return words.Count > shown ? $"{list} and {words.Count - shown} more" : list;
    }

    /// <summary>A process by its service, and by what distinguishes it from others.</summary>
    private static string Name(Service served)
    {
        var name = served.Name ?? "an unnamed service";
        return served switch
        {
            { Instance: { } instance } => $"{name} (instance {instance})",
            { Pod: { } pod } => $"{name} (pod {pod})",
            { ProcessId: { } id, Host: { } host } => $"{name} (process {id} on {host})",
            { ProcessId: { } id } => $"{name} (process {id})",
            { Identity: { } identity } => $"{name} ({identity})",
            _ => name,
        };
    }

    private static string NoneLeft(IReadOnlyList<Candidate> candidates, string what, string runtime)
    {
        var named = candidates.FirstOrDefault(candidate => candidate.Tie.Strength == TieStrength.OtherProcess);
        var advice = named is null
            ? "Give the recording of the process whose slow requests you want to explain."
            : $"If one of them is the recorded process, name it: {Flag(named, candidates)}.";
        var other = candidates.Any(candidate => candidate.Tie.Strength == TieStrength.OtherRuntime) ? $", {runtime}" : "";
        return $"Requests of {Listed([.. candidates.Select(NotIt)])} are left out: they match none of the recorded processes "
            + $"({what}{other}). {advice}";
    }

    /// <summary>A process with what distinguishes it from the recorded one, unless its name includes that.</summary>
    private static string NotIt(Candidate candidate)
    {
        var name = Name(candidate.Served);
        return candidate switch
        {
            { Tie.Strength: TieStrength.OtherRuntime } => $"{name} ({Fact(candidate.Tie)})",
            { Served: { Instance: null, Pod: null, ProcessId: not null } } => name,
            _ => $"{name}, which {Fact(candidate.Tie)},",
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
        var fitting = considered.Where(candidate => candidate.Fits).Select(candidate => Name(candidate.Served));
        var why = choice.Reason switch
        {
            OwnerReason.SeveralFit => $"Hardly any requests of {Listed([.. fitting])} end inside its pauses, so each may be it",
            OwnerReason.TooMany => $"More than {Limits.CandidateProcesses} processes are not compared with its pauses",
            _ when considered.All(candidate => candidate.Endings is not { Tells: true }) => "Its pauses are too few or too short",
            _ => "Requests of each of them end inside its pauses, which those of the recorded one cannot",
        };
        var list = considered.Select(
            candidate => $"{Name(candidate.Served)}, {Quantities.Count(candidate.Requests)} requests{Found(candidate)}").ToList();
        var also = names > 1 && names < considered.Count ? " (and --instance where it has several)" : "";
        return $"It is unknown whose pauses these are: {what} was recorded, and {kind} served requests. {why}. "
            + $"Name the recorded one{also}, for example {Flag(considered[0], considered)}. Candidates: {string.Join("; ", Shown(list))}.";
    }

    private static IEnumerable<string> Shown(List<string> list) =>
        list.Count <= MostListed ? list : [.. list.Take(MostListed), $"and {list.Count - MostListed} more"];

    private static string Found(Candidate candidate) => candidate.Endings is { ByChance: >= 1 } endings
        ? $" ({Quantities.Count(endings.Inside)} end inside a pause, {ExplanationText.Expected(endings.ByChance)})"
        : "";

    private static string Counts(Candidate candidate) => candidate.Endings is { ByChance: >= 1 } endings
        ? $"{Quantities.Count(endings.Inside)} end inside a pause ({ExplanationText.Expected(endings.ByChance)})"
        : "too few would end inside a pause at random to find out";

    private static string Others(IReadOnlyList<Candidate> considered, Candidate taken)
    {
        // The one that comes nearest.
        var other = considered.Where(candidate => !ReferenceEquals(candidate, taken)).OrderBy(candidate => candidate.Endings?.Foreign ?? 1)
            .First();
        var begin = other is { Fits: true, Beginnings: { } begins } && taken.Beginnings is { } own
            ? $", and {Quantities.Count(begins.Inside)} start inside one ({Name(taken.Served)}: {Quantities.Count(own.Inside)})"
            : "";
        return $"{Name(other.Served)}, {Counts(other)}{begin}";
    }

    /// <summary>The options that select one of several.</summary>
    private static string Flag(Candidate candidate, IReadOnlyList<Candidate> among)
    {
        var served = candidate.Served;
        var service = served.Name is { } name ? $"--service {Quoted(name)}" : "";
        var alone = among.All(other => ReferenceEquals(other, candidate) || !SameName(other.Served, served));
        return alone || served.Identity is not { } reported ? service : $"{service} --instance {Quoted(reported)}".Trim();
    }

    private static bool SameName(Service a, Service b) => string.Equals(a.Name, b.Name, StringComparison.OrdinalIgnoreCase);

    private static string Quoted(string word) =>
        word.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '_' or '/' or ':' or '@')
            ? word
            : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static string LeftOut(IReadOnlyList<Candidate> others) => others.Count == 0
        ? ""
        : $"{Quantities.Count(others.Sum(candidate => candidate.Requests))} requests of "
            + $"{Listed([.. others.Select(candidate => Name(candidate.Served))])} are left out.";

    private static string Foreign(Explanation.ForeignServed foreign)
    {
        var what = Recorded(foreign.Recorded);
        var counts = $"{Quantities.Count(foreign.Endings.Inside)} of them end inside its pauses "
            + $"({ExplanationText.Expected(foreign.Endings.ByChance)}), but none of its own requests can end while it is paused";
        var share = Quantities.Percent(Math.Round(100 * foreign.Endings.Foreign));
        return foreign switch
        {
            { Kind: ExplanationKind.Warning } => $"About {share} of these requests were not served by {what}: {counts}.",
            { NearlyAll: true } =>
                $"These requests were not served by {what}, or the clock offset is larger than the search covers: {counts}. "
                + "Give the recording of the process that served them, from the same time.",
            _ =>
                $"About {share} of these requests were not served by {what}: {counts}. Give only the requests of this process. "
                + "Of several instances in one log, select this instance's lines; of traces, its service.instance.id (--instance).",
        };
    }

    /// <summary>A recorded process in a sentence.</summary>
    private static string Recorded(Source source) => source switch
    {
        { ProcessId: { } id } => $"process {id}",
        { Files.Count: > 0 } => $"the process of {Path.GetFileName(source.Files[0])}",
        _ => $"a {source.Runtime} process",
    };
}
