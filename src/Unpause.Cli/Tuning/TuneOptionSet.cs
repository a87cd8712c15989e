using System.Runtime.Versioning;
using Unpause.Analysis.Settings;
using Unpause.Experiments.Trials;
using Unpause.Experiments.Tuning;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Tuning;

/// <summary>The options of <c>unpause tune</c>.</summary>
internal sealed class TuneOptionSet
{
    private const int MostRounds = 200, MostSettings = 50, UsualRounds = 6;

    private readonly Option<string[]> _settings = new("--setting")
    {
        Description = "A setting to try: variables for CMD, or short names ("
            + string.Join(", ", TunableSetting.All.Select(setting => setting.Short))
            + "), for example threshold=10000,20,10. May be repeated; the default is always tried. "
            + "Without this option: a few settings for the runtime.",
        HelpName = "NAME=VALUE,…",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _runtime = new("--runtime")
    {
        Description = "The runtime whose settings are tried without --setting: cpython, dotnet, go, jvm or node. Default: "
            + "detected from CMD's file.",
        HelpName = "RUNTIME",
    };

    private readonly Option<string> _objective = new("--objective")
    {
        Description = "The metric to minimize (throughput: to maximize): p99_request under load, elapsed for a "
            + "batch, max_rss, or any metric of --fail-on.",
        HelpName = "METRIC",
    };

    private readonly Option<string[]> _under = new("--under")
    {
        Description = "A constraint that every trial of the chosen setting must satisfy, for example 'max_rss<500MB' or "
            + "'error_rate<1%'. May be repeated.",
        HelpName = "CONSTRAINT",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _slow = new("--slow")
        { Description = "Requests longer than this are slow, for objectives that count slow requests.", HelpName = "DURATION" };

    private readonly Option<bool> _usuallySlow = new(RequestOptionSet.UsuallySlow)
        { Description = "--slow is not from this command line.", Hidden = true };

    private readonly Option<int> _trials = new("--trials")
        { Description = "Trials of each setting that is not stopped early.", DefaultValueFactory = _ => UsualRounds, HelpName = "N" };

    private readonly Option<int?> _seed = new("--seed") { Description = "Repeat the random order "
        + "and load of an earlier run.", HelpName = "N" };

    private readonly Option<string> _keep = new("--keep")
    {
        Description = "Keep trials, recordings and latencies in this folder. The same command line resumes an interrupted experiment.",
        HelpName = "FOLDER",
    };

    private readonly Option<double?> _price = new("--price")
    {
        Description = "The price of one core-hour of CPU time, in any currency: also show what a run or a million requests cost.",
        HelpName = "AMOUNT",
    };

    private readonly Option<double?> _memoryPrice = new("--memory-price")
        { Description = "The price of one GiB-hour of memory, added to --price.", HelpName = "AMOUNT" };

    private readonly Option<string> _format = new("--format")
        { Description = "terminal or json.", DefaultValueFactory = _ => "terminal", HelpName = "FORMAT" };

    private readonly Option<string[]> _output = DocumentOutput.Option(hasPage: true);

    private readonly TuneLoadOptions _load = new();

    public TuneOptionSet() => _format.AcceptOnlyFromAmong("terminal", "json");

    /// <summary>Adds the options to the command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_settings);
        command.Add(_runtime);
        _load.AddTo(command);
        Option[] others = [_objective, _under, _slow, _usuallySlow, _trials, _seed, _keep, _price, _memoryPrice, _output, _format];
        foreach (var option in others) command.Add(option);
    }

    /// <summary>The folder of the experiment; null for a temporary one.</summary>
    public string? Keep(ParseResult parsed) => parsed.GetValue(_keep);

    /// <summary>The seed; null when the user gave none.</summary>
    public int? Seed(ParseResult parsed) => parsed.GetValue(_seed);

    /// <summary>The files to write.</summary>
    /// <exception cref="UserMistake">One cannot be written.</exception>
    public DocumentOutput Files(ParseResult parsed)
    {
        var files = new DocumentOutput(parsed.GetValue(_output) ?? [], HasPage: true);
        files.Check();
        return files;
    }

    /// <summary>Whether JSON is wanted.</summary>
    public bool WantsJson(ParseResult parsed) => parsed.GetValue(_format) == "json";

    /// <summary>Reads the prices; null when there are none.</summary>
    /// <exception cref="UserMistake">A price is not an amount, or that of memory is alone.</exception>
    public TunePrice? Price(ParseResult parsed)
    {
        var (core, memory) = (Amount(parsed, _price), Amount(parsed, _memoryPrice));
        if (core is null && memory is not null) throw new UserMistake("--memory-price needs --price: add for example --price 0.04");
        return core is { } known ? new TunePrice(known, memory) : null;
    }

    private static double? Amount(ParseResult parsed, Option<double?> option) =>
        parsed.GetValue(option) is not { } amount ? null
        : amount >= 0 && double.IsFinite(amount) ? amount
        : throw new UserMistake($"{option.Name} must be at least 0, for example {option.Name} 0.04");

    /// <summary>Reads the experiment.</summary>
    /// <exception cref="UserMistake">An option is invalid or needs another one.</exception>
    [SupportedOSPlatform("linux")]
    public TunePlan Read(ParseResult parsed, IReadOnlyList<string> program)
    {
        var load = _load.Read(parsed);
        long? slow = parsed.GetValue(_slow) is not { } text ? null
            : Quantities.TryParseDuration(text, out var threshold) ? (long)threshold
            : throw new UserMistake($"--slow {text} is not a duration: write for example --slow 400ms");
        var plan = new TunePlan(
            program,
            SettingsOf(parsed, program, load is not null),
            load,
            Metric(parsed.GetValue(_objective) ?? (load is null ? TrialMetric.Elapsed : TrialMetric.P99Request)),
            [.. (parsed.GetValue(_under) ?? []).Select(Constraint)],
            parsed.GetValue(_trials) is >= 1 and <= MostRounds and var rounds ? rounds
                : throw new UserMistake($"--trials must be from 1 to {MostRounds}"),
            slow);
        foreach (var (metric, option) in plan.Constraints.Select(constraint => (constraint.Metric, "--under"))
            .Prepend((plan.Objective.Name, "--objective")))
        {
            if (load is null && TrialMetric.NeedsRequests(metric))
                throw new UserMistake($"{option} {metric} needs requests: add a load with --url or --load, or use {TrialMetric.Elapsed}");
            if (slow is null && BudgetMetric.NeedsThreshold(metric))
                throw new UserMistake($"{option} {metric} needs a threshold for slow requests: add for example --slow 100ms");
        }

        return plan;
    }

    [SupportedOSPlatform("linux")]
    private IReadOnlyList<TuneSetting> SettingsOf(ParseResult parsed, IReadOnlyList<string> program, bool isService)
    {
        var given = (parsed.GetValue(_settings) ?? []).Select(TuneSetting.Read).Where(setting => setting != TuneSetting.Default).ToList();
        if (given.Count == 0) return Usual(parsed.GetValue(_runtime) ?? CommandRuntime.Find(program), isService);
        if (given.GroupBy(setting => setting.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new UserMistake($"--setting {twice.Key} is given twice");
        if (!isService && given.Exists(setting => setting.Variables.Any(variable => variable.Key == TuneSetting.FreezeVariable)))
            throw new UserMistake("freeze needs a service that becomes ready: add --url, or --ready with --load");
        return given.Count < MostSettings
            ? [TuneSetting.Default, .. given]
            : throw new UserMistake($"--setting is given {given.Count} times: at most {MostSettings - 1} settings are tried");
    }

    private static IReadOnlyList<TuneSetting> Usual(string? runtime, bool isService)
    {
        var known = TunableSetting.All.Select(setting => setting.Runtime).Distinct().ToList();
        return runtime is not null && known.Contains(runtime)
            ? TuneSetting.GetDefaults(runtime, isService)
            : throw new UserMistake(runtime is null
                ? $"the runtime of CMD is unknown: add --runtime {string.Join('|', known)}, or name settings with --setting"
                : $"--runtime {runtime} is not supported: use {string.Join(", ", known)}");
    }

    private static TrialMetric Metric(string name) =>
        TrialMetric.Find(name, out var problem) ?? throw new UserMistake($"--objective: {problem}");

    private static TrialConstraint Constraint(string text) =>
        TrialConstraint.Read(text, out var problem) ?? throw new UserMistake($"--under: {problem}");
}
