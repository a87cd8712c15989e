namespace Unpause.Reports.Checks;

/// <summary>The verdict on a budget.</summary>
/// <param name="Budget">The budget.</param>
/// <param name="Places">The verdict on each process, or on the requests, the worst first; at least one.</param>
public sealed record CheckVerdict(FileBudget Budget, IReadOnlyList<PlaceVerdict> Places)
{
    /// <summary>The outcome: broken when broken anywhere, without data when it could be checked nowhere.</summary>
    public CheckOutcome Outcome
    {
        get
        {
            var judged = Places.Where(place => place.Outcome != CheckOutcome.NoData).ToList();
            return judged.Count == 0 ? CheckOutcome.NoData : judged.Max(place => place.Outcome);
        }
    }

    /// <summary>The worst outcome of all budgets.</summary>
    public static CheckOutcome Worst(IReadOnlyList<CheckVerdict> verdicts) => verdicts.Max(verdict => verdict.Outcome);
}
