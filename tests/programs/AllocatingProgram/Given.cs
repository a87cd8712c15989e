using System.Runtime;

namespace AllocatingProgram;

/// <summary>Settings that code alone can give, by variables of the environment, and those in force.</summary>
internal static class Given
{
    /// <summary>Does what GIVEN_LATENCY_MODE and GIVEN_MEMORY_LIMIT (bytes) say.</summary>
    public static void Apply()
    {
        if (Enum.TryParse<GCLatencyMode>(Environment.GetEnvironmentVariable("GIVEN_LATENCY_MODE"), out var mode))
        {
            GCSettings.LatencyMode = mode;
        }

        if (!ulong.TryParse(Environment.GetEnvironmentVariable("GIVEN_MEMORY_LIMIT"), out var limit)) return;
        AppContext.SetData("GCHeapHardLimit", limit);
        GC.RefreshMemoryLimit();
    }

    /// <summary>Prints what the runtime says of its own collector's settings.</summary>
    public static void Print(TextWriter output)
    {
        foreach (var (name, value) in GC.GetConfigurationVariables()) output.WriteLine($"{name}={value}");
        ThreadPool.GetMinThreads(out var workers, out _);
        output.WriteLine($"MinThreads={workers}");
    }
}
