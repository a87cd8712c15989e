namespace Unpause.Recordings.Objects;

/// <summary>Objects of one type whose finalizers ran.</summary>
/// <param name="Type">The type; null when it is not recorded. Hostile: escape before showing.</param>
public sealed record FinalizedType(string? Type, long Objects);
