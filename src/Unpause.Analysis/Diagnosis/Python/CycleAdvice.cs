namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>The advice to find and break reference cycles, which only GC frees.</summary>
internal static class CycleAdvice
{
    /// <summary>The command that names them.</summary>
    public const string Command = "unpause cycles -- CMD";

    /// <summary>The advice for collections that free much.</summary>
    /// <param name="freed">How much, a clause without a full stop.</param>
    public static Advice Broken(string freed) => new(
        $"Break the reference cycles: {freed}. Without cycles, reference counting frees the same objects at once, and GC has nothing to "
        + "free. unpause cycles names the cycles, the attributes that close them, and where they are created.",
        Command);
}
