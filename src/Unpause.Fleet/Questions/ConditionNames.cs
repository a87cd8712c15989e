namespace Unpause.Fleet.Questions;

/// <summary>The names under which the contract lists what is not a setting.</summary>
internal static class ConditionNames
{
    public const string Version = "version";
    public const string Collector = "collector";
    public const string MemoryLimit = "memory_limit";
}
