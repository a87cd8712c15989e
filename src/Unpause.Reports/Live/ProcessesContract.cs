using System.ComponentModel.DataAnnotations;
using Unpause.Recordings.Words;

namespace Unpause.Reports.Live;

/// <summary>The source-generated writer of <c>unpause.processes/1</c> (schema/unpause.processes-1.schema.json).</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ProcessesContract))]
public sealed partial class ProcessesContractJson : JsonSerializerContext;

/// <summary>
/// Live processes with a supported runtime. <c>unpause doctor PID --format json</c> prints one of them. Additions are allowed, renames are
/// not.
/// </summary>
/// <param name="Schema">The contract's name and version.</param>
/// <param name="Processes">The processes.</param>
public sealed record ProcessesContract(
    [property: AllowedValues(ProcessesContract.CurrentSchema)] string Schema, IReadOnlyList<LiveProcessContract> Processes)
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.processes/1";
}

/// <summary>A live process.</summary>
/// <param name="Pid">The process ID.</param>
/// <param name="User">The name or the ID of its user.</param>
/// <param name="Runtime">The runtime.</param>
/// <param name="RuntimeVersion">The version of the runtime; null when it cannot be read without affecting the process.</param>
/// <param name="Collector">The collector or its mode; null when unknown.</param>
/// <param name="HeapLimitBytes">The maximum heap size; null when unknown or unlimited.</param>
/// <param name="StartedAt">The start time.</param>
/// <param name="Service">OpenTelemetry's service.name, or the systemd unit.</param>
/// <param name="ContainerId">The ID of the container.</param>
/// <param name="Pod">The name or UID of the Kubernetes pod.</param>
/// <param name="Command">The arguments, the program first; possible secrets are redacted unless --show-arguments.</param>
/// <param name="Recordable">Whether it can be recorded.</param>
/// <param name="RecordingMethod">
/// The recording method; null when it cannot be recorded, or its runtime has only one method.
/// </param>
/// <param name="Obstacles">What prevents or limits its recording.</param>
public sealed record LiveProcessContract(
    [property: Range(1, int.MaxValue)] int Pid,
    string User,
    [property: AllowedValues(Runtimes.DotNet, Runtimes.Jvm, Runtimes.Go, Runtimes.CPython, Runtimes.Node)] string Runtime,
    string? RuntimeVersion,
    string? Collector,
    long? HeapLimitBytes,
    [property: DataType(DataType.DateTime)] string? StartedAt,
    string? Service,
    [property: RegularExpression("^[0-9a-f]{64}$")] string? ContainerId,
    string? Pod,
    IReadOnlyList<string> Command,
    bool Recordable,
    string? RecordingMethod,
    IReadOnlyList<ObstacleContract> Obstacles);

/// <summary>What prevents or limits the recording of a process.</summary>
/// <param name="Problem">What it is.</param>
/// <param name="Fix">What to do or type instead.</param>
/// <param name="Blocking">Whether nothing can be recorded because of it; otherwise less is recorded.</param>
public sealed record ObstacleContract(string Problem, string? Fix, bool Blocking);
