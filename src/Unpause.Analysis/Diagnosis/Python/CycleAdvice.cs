namespace Unpause.Diagnosis.Python;

/// <summary>What to do about cycles that only the collector frees: have them named, and break them.</summary>
internal static class CycleAdvice
{
    /// <summary>What names them.</summary>
    public const string Command = "unpause cycles -- CMD";

    /// <summary>That, where collections free much.</summary>
    /// <param name="freed">How much, a clause without a stop.</param>
    public static Advice Broken(string freed) => new(
        $"Break the cycles: {freed}. Without them reference counting frees the same objects at once, and the collector has nothing "
        + "to free. unpause cycles names them, with the attributes that close each and where they are made.",
        Command);
}
