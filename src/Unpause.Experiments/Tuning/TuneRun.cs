using System.Runtime.Versioning;

namespace Unpause.Experiments.Tuning;

/// <summary>Runs all trials of an experiment, until the result is decided or the user ends it.</summary>
/// <param name="journal">Stores finished trials.</param>
[SupportedOSPlatform("linux")]
public sealed class TuneRun(TunePlan plan, TuneJournal journal)
{
    private const int SeedStep = 1_009;

    private readonly TrialSchedule _schedule = new(plan.Settings.Count, plan.Rounds, journal.Seed, plan.Objective.HigherIsBetter);

    /// <summary>Runs the remaining trials.</summary>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The result; a partial one when the user ended it.</returns>
    /// <exception cref="UserMistake">The program fails with the default setting, so there is no baseline.</exception>
    public TuneResult Run(CancellationToken stop)
    {
        var runner = new TrialRunner(plan, stop);
        var reported = 0;
        var interrupted = false;
        while (_schedule.Next(Trials, out var stops) is var (setting, round))
        {
            foreach (var early in stops.Skip(reported))
            {
                Console.Error.WriteLine($"unpause: {PlainText.Clean(TuneText.Stopped(early, plan))}");
            }

            reported = stops.Count;
            if (stop.IsCancellationRequested || !TryRun(runner, setting, round))
            {
                interrupted = true;
                break;
            }
        }

        _schedule.Next(Trials, out var all);
        var judged = TuneJudgement.Compute(Trials, plan.Settings.Count, plan.Objective.HigherIsBetter, all);
        return new TuneResult(plan, judged, all, journal.Lines, journal.Seed, interrupted);
    }

    private IReadOnlyList<Trial> Trials => [.. journal.Lines.Select(line => line.ToTrial(plan))];

    private bool TryRun(TrialRunner runner, int setting, int round)
    {
        var tried = plan.Settings[setting];
        try
        {
            var line = runner.Run(tried, round, journal.FolderOf(setting, round), unchecked((journal.Seed * SeedStep) + round));
            journal.Add(line);
            Console.Error.WriteLine($"trial {journal.Lines.Count}: {PlainText.Clean(TuneText.Trial(line, plan))}");
            RefuseFailingDefault(tried, journal.FolderOf(setting, round));
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private void RefuseFailingDefault(TuneSetting tried, TrialFolder folder)
    {
        var failed = journal.Lines.Where(line => line.Setting == plan.Settings[0].Name && line.Failure is not null).ToList();
        if (tried != plan.Settings[0] || failed.Count < 2) return;
        throw new UserMistake(
            $"CMD fails with the default setting, so there is no baseline: {PlainText.Clean(failed[^1].Failure!)} (output: {folder.Log})");
    }
}
