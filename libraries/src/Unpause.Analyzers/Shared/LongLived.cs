using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers.Shared;

/// <summary>Whether code runs once in a program's life: what it makes is no churn, and a gen2 collection never needs to free it.</summary>
internal static class LongLived
{
    /// <summary>
    /// True in what initializes a static field or property, in a static constructor, and in the factory of a Lazy there; and of what is
    /// itself put into a static field or property, which is a cache.
    /// </summary>
    internal static bool Holds(IOperation operation, ISymbol containing)
    {
        if (IsPutIntoStatic(operation)) return true;
        for (var current = operation.Parent; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case IAnonymousFunctionOperation function when !IsLazyFactory(function):
                case ILocalFunctionOperation:
                    return false;
                case IFieldInitializerOperation initializer:
                    return initializer.InitializedFields.All(field => field.IsStatic);
                case IPropertyInitializerOperation initializer:
                    return initializer.InitializedProperties.All(property => property.IsStatic);
                default:
                    break;
            }
        }

        return containing is IMethodSymbol { MethodKind: MethodKind.StaticConstructor };
    }

    private static bool IsPutIntoStatic(IOperation value)
    {
        var parent = value.Parent;
        while (parent is IConversionOperation or IConditionalOperation or ICoalesceOperation) (value, parent) = (parent, parent.Parent);
        return parent is IAssignmentOperation { Target: IMemberReferenceOperation { Member.IsStatic: true } } assignment
            && assignment.Value == value;
    }

    private static bool IsLazyFactory(IOperation function)
    {
        var parent = function.Parent;
        while (parent is IConversionOperation or IDelegateCreationOperation or IArgumentOperation) parent = parent.Parent;
        return parent is IObjectCreationOperation { Type: { Name: "Lazy", ContainingNamespace.Name: "System" } };
    }
}
