namespace Unpause.Cli.Tests.Tuning;

/// <summary>A test that runs somebody's load test: left out where that isn't installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LoadTestFactAttribute : FactAttribute
{
    public LoadTestFactAttribute(string program) =>
        Skip = Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder => File.Exists(Path.Combine(folder, program)))
            ? null
            : $"needs {program}";
}
