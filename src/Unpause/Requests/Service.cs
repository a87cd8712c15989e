namespace Unpause.Requests;

/// <summary>Who served: a service instance, as resource attributes or process tags name it.</summary>
/// <param name="Name">The service's name; null when not said.</param>
/// <param name="ProcessId">Its process id; null when not said.</param>
/// <param name="Instance">Host or instance id; null when not said.</param>
public sealed record Service(string? Name, int? ProcessId, string? Instance);
