namespace Unpause.Checks;

/// <summary>What became of a budget.</summary>
/// <param name="Budget">The budget.</param>
/// <param name="Places">Each process or the requests that it is for, the worst first; at least one.</param>
public sealed record CheckVerdict(FileBudget Budget, IReadOnlyList<PlaceVerdict> Places)
{
    /// <summary>Broken when it is broken anywhere, without data when it could be judged nowhere.</summary>
    public CheckOutcome Outcome
    {
        get
        {
            var judged = Places.Where(place => place.Outcome != CheckOutcome.NoData).ToList();
            return judged.Count == 0 ? CheckOutcome.NoData : judged.Max(place => place.Outcome);
        }
    }

    /// <summary>The worst of all budgets.</summary>
    public static CheckOutcome Worst(IReadOnlyList<CheckVerdict> verdicts) => verdicts.Max(verdict => verdict.Outcome);
}
