using System.CommandLine;

namespace Unpause.Experiments.Labs;

/// <summary>The options that every lab under load has.</summary>
internal sealed class LabOptions
{
    private const int MostPairs = 20;
    private const int MostSeconds = 600;
    private const int MostRate = 10_000;

    private readonly Option<int> _seconds;
    private readonly Option<int> _rate;
    private readonly Option<int> _pairs;
    private readonly Option<string> _slow;
    private readonly Option<string> _keep;

    /// <summary>Makes the options and adds them to a lab's command.</summary>
    public LabOptions(Command command, LabLoad defaults)
    {
        _seconds = Number("--seconds", "Duration of the load in each run.", defaults.Seconds);
        _rate = Number("--rate", "Requests a second.", defaults.Rate);
        _pairs = Number("--pairs", "How many times to run bug and fix, for confidence intervals.", defaults.Pairs);
        _slow = new("--slow")
        {
            Description = "Requests longer than this are slow.",
            DefaultValueFactory = _ => $"{defaults.SlowNanoseconds / 1_000_000}ms",
            HelpName = "DURATION"
        };
        _keep = new("--keep") { Description = "Keep recordings, traces and client-side times in this folder.", HelpName = "FOLDER" };
        foreach (var option in (Option[])[_seconds, _rate, _pairs, _slow, _keep]) command.Add(option);
    }

    /// <summary>An option that is a whole number.</summary>
    public static Option<int> Number(string name, string description, int value) =>
        new(name) { Description = description, DefaultValueFactory = _ => value, HelpName = "N" };

    /// <summary>The option's value.</summary>
    /// <exception cref="UserMistake">It is not from 1 to <paramref name="most"/>.</exception>
    public static int Within(ParseResult parsed, Option<int> option, int most) =>
        parsed.GetValue(option) is var value && value >= 1 && value <= most
            ? value
            : throw new UserMistake($"{option.Name} must be from 1 to {most}");

    /// <summary>The load that the user wants.</summary>
    /// <param name="usual">Other defaults than those in the options' help; null for those.</param>
    /// <exception cref="UserMistake">A value is invalid.</exception>
    public LabLoad Read(ParseResult parsed, LabLoad? usual = null) => new(
        usual is not null && !IsGiven(parsed, _seconds) ? usual.Seconds : Within(parsed, _seconds, MostSeconds),
        usual is not null && !IsGiven(parsed, _rate) ? usual.Rate : Within(parsed, _rate, MostRate),
        Threshold(parsed.GetValue(_slow)!),
        Within(parsed, _pairs, MostPairs),
        parsed.GetValue(_keep) is { } keep ? Path.GetFullPath(keep) : null);

    private static bool IsGiven(ParseResult parsed, Option<int> option) => parsed.GetResult(option) is { Implicit: false };

    private static long Threshold(string slow) =>
        Quantities.TryParseDuration(slow, out var threshold)
            ? (long)threshold
            : throw new UserMistake($"--slow {slow} is not a duration: write for example --slow 100ms");
}
