namespace Unpause.Recorder.Tests.Probes;

/// <summary>A test of a CPython with sys.remote_exec, of pyenv or the system; skipped, and counted, where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RemoteExecutionFactAttribute : FactAttribute
{
    private static readonly string[] Versions = ["3.14", "3.15"];

    public RemoteExecutionFactAttribute() =>
        Skip = Interpreter is null ? $"needs a CPython {string.Join(" or ", Versions)}, of pyenv or in /usr/bin" : null;

    /// <summary>The installed one.</summary>
    public static string? Interpreter { get; } =
        InterpreterFactAttribute.Of(Versions).Concat(Versions.Select(version => $"/usr/bin/python{version}")).FirstOrDefault(File.Exists);
}
