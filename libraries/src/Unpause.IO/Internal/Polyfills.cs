#if NETSTANDARD2_0
namespace System.Diagnostics.CodeAnalysis;

#pragma warning disable SA1402 // compiler-known attributes that netstandard2.0 lacks
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class NotNullAttribute : Attribute;

[AttributeUsage(AttributeTargets.Method)]
internal sealed class DoesNotReturnAttribute : Attribute;
#endif
