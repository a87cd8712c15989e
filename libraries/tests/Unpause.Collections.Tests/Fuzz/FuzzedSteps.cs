namespace Unpause.Collections.Tests.Fuzz;

/// <summary>How many operations the fuzzers made: UNPAUSE_FUZZ_COUNT names a file that the counts go to.</summary>
internal static class FuzzedSteps
{
    private static readonly Lock Gate = new();

    public static void Count(long steps)
    {
        if (Environment.GetEnvironmentVariable("UNPAUSE_FUZZ_COUNT") is not { Length: > 0 } path) return;
        lock (Gate) File.AppendAllText(path, $"{steps}\n");
    }
}
