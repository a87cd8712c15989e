namespace Unpause.Cli;

/// <summary>One incident as a program with its bug and its fix.</summary>
/// <param name="Name">As it is typed.</param>
/// <param name="Title">What happened, one sentence.</param>
/// <param name="Script">The program's file in <c>labs/</c>, embedded here.</param>
/// <param name="BugName">What the bug's column is called.</param>
/// <param name="FixName">What the fix's column is called.</param>
/// <param name="Bug">The command with the bug, from the program's path and its size.</param>
/// <param name="Fix">The command with the fix.</param>
internal sealed record Lab(
    string Name,
    string Title,
    string Script,
    string BugName,
    string FixName,
    Func<string, int, IReadOnlyList<string>> Bug,
    Func<string, int, IReadOnlyList<string>> Fix)
{
    /// <summary>Incident 5's own setting for its micro-script.</summary>
    private const string TunedThresholds = "UNPAUSE_PYTHON_GC_THRESHOLD=10000,50,20";

    /// <summary>The labs that work.</summary>
    public static IReadOnlyList<Lab> All { get; } =
    [
        new(
            "recommendations",
            "Incident 5: CPython looks for cycles thousands of times while a list of objects is built, and finds none.",
            "recommendations/film.py",
            "bug: default thresholds",
            "fix: 10000, 50, 20",
            (script, size) => ["python3", script, size.ToString()],
            (script, size) => ["env", TunedThresholds, "python3", script, size.ToString()]),
    ];
}
